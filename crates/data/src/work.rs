//! Work that is shared among threads, with its results in order.

use alloc::vec::Vec;
use core::convert::Infallible;
use std::panic::resume_unwind;
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Works on each of `items` on a thread of its own, and passes the results to `take` in the order of the items.
///
/// `work` passes each result to the function that it is given, and stops if that returns false: then no more are
/// wanted. At most `ahead` results of an item wait for their turn. `take` is called on the calling thread. If there is
/// only one item, it is worked on by the calling thread; so is every item for which no thread can be started.
///
/// ```
/// use quadbit_data::work::in_order;
/// let mut words = Vec::new();
/// let split = |text: &str, give: &mut dyn FnMut(String) -> bool| {
///     text.split(' ').all(|word| give(word.to_owned()));
/// };
/// in_order(vec!["a b", "c"], 8, split, |word| -> Result<(), ()> {
///     words.push(word);
///     Ok(())
/// })?;
/// assert_eq!(words, ["a", "b", "c"]);
/// # Ok::<(), ()>(())
/// ```
///
/// # Errors
/// The first error of `take`. The other items are then given up.
pub fn in_order<T: Send, P: Send, E>(
    items: Vec<T>,
    ahead: usize,
    work: impl Fn(T, &mut dyn FnMut(P) -> bool) + Sync,
    mut take: impl FnMut(P) -> Result<(), E>,
) -> Result<(), E> {
    let is_alone = items.len() == 1;
    let items: Vec<_> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    let work_on = |item: &Mutex<Option<T>>, give: &mut dyn FnMut(P) -> bool| {
        let item = item.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(item) = item {
            work(item, give);
        }
    };
    thread::scope(|scope| {
        let start = |item| {
            let (sender, pieces) = sync_channel(ahead);
            let run = move || work_on(item, &mut |piece| sender.send(piece).is_ok());
            let thread = thread::Builder::new().spawn_scoped(scope, run).ok()?;
            Some((thread, pieces))
        };
        let started: Vec<_> = items.iter().map(|item| if is_alone { None } else { start(item) }).collect();
        for (item, started) in items.iter().zip(started) {
            if let Some((thread, pieces)) = started {
                // An error of `take` drops the receivers, so that the other threads can no longer pass results on, and
                // end.
                pieces.into_iter().try_for_each(&mut take)?;
                thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            } else {
                let mut taken = Ok(());
                work_on(item, &mut |piece| {
                    taken = take(piece);
                    taken.is_ok()
                });
                taken?;
            }
        }
        Ok(())
    })
}

/// Maps each of `items` on a thread of its own, and returns the results in the order of the items.
pub(crate) fn map_in_order<T: Send, R: Send>(items: Vec<T>, map: impl Fn(T) -> R + Sync) -> Vec<R> {
    let mut results = Vec::with_capacity(items.len());
    let work = |item, give: &mut dyn FnMut(R) -> bool| _ = give(map(item));
    let Ok(()) = in_order(items, 1, work, |result| -> Result<(), Infallible> {
        results.push(result);
        Ok(())
    });
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives `number` to `give` `number` times, or until `give` returns false.
    fn repeat(number: usize, give: &mut dyn FnMut(usize) -> bool) {
        let _ = (0..number).all(|_| give(number));
    }

    #[test]
    fn pieces_come_in_order() {
        for numbers in [alloc::vec![], alloc::vec![3], alloc::vec![900, 0, 2, 700, 1]] {
            let expected: Vec<usize> =
                numbers.iter().flat_map(|&number| core::iter::repeat_n(number, number)).collect();
            let mut taken = Vec::new();
            let take = |piece| -> Result<(), ()> {
                taken.push(piece);
                Ok(())
            };
            in_order(numbers, 2, repeat, take).unwrap();
            assert_eq!(taken, expected);
        }
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "needs a thread")]
    fn one_item_needs_no_thread_and_two_have_their_own() {
        for items in [1, 2] {
            let mut threads = alloc::vec![thread::current().id()];
            let work = |(), give: &mut dyn FnMut(thread::ThreadId) -> bool| _ = give(thread::current().id());
            let take = |id| -> Result<(), ()> {
                threads.push(id);
                Ok(())
            };
            in_order(alloc::vec![(); items], 1, work, take).unwrap();
            let is_own = |id: &&thread::ThreadId| **id == threads[0];
            assert_eq!(threads[1..].iter().filter(is_own).count(), usize::from(items == 1), "{items} items");
        }
    }

    #[test]
    fn maps_keep_the_order() {
        assert_eq!(map_in_order(alloc::vec!["a", "bc"], str::len), [1, 2]);
    }

    /// An error ends the work, although the threads have much more to give.
    #[test]
    fn the_first_error_ends_the_work() {
        for numbers in [alloc::vec![usize::MAX], alloc::vec![2, usize::MAX, 3, usize::MAX]] {
            let mut left = 5;
            let take = |piece| {
                left -= 1;
                if left == 0 { Err(piece) } else { Ok(()) }
            };
            assert_eq!(in_order(numbers, 1, repeat, take), Err(usize::MAX));
            assert_eq!(left, 0);
        }
    }
}
