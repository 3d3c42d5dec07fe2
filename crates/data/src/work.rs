//! Work that is shared among threads, with its results in order.
//!
//! 1. A free thread takes the next item and works on it at once. There are no rounds that wait for their last item.
//! 2. Results wait in `Turns` until all before them have been taken.
//! 3. The thread that brings the result to be taken next takes it, and then all that follow it without a gap. Meanwhile
//!    the other threads go on.
//!
//! A thread may wait for room only while another one takes results, or works on an earlier item: otherwise all would
//! wait.

use alloc::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Works on `items` on at most `threads` threads, and passes the results to `take` in the order of the items.
///
/// The calling thread is one of the threads, and does all of the work if no other can be started. `items` and `take`
/// are called by one thread at a time. `work` passes each result to the function that it is given, and stops if that
/// returns false: then no more are wanted. If `ahead` results for each thread wait for their turn, threads that bring
/// more wait too.
///
/// ```
/// use quadbit_data::work::in_order;
/// let mut words = Vec::new();
/// let texts = ["a b", "c"].map(Ok::<_, ()>);
/// let split = |text: &str, give: &mut dyn FnMut(String) -> bool| {
///     text.split(' ').all(|word| give(word.to_owned()));
/// };
/// in_order(2, texts.into_iter(), 8, split, |word| {
///     words.push(word);
///     Ok(())
/// })?;
/// assert_eq!(words, ["a", "b", "c"]);
/// # Ok::<(), ()>(())
/// ```
///
/// # Errors
/// The first error of `items` or `take`, in the order of the items. What comes after it is given up.
pub fn in_order<T, P: Send, E: Send>(
    threads: usize,
    items: impl Iterator<Item = Result<T, E>> + Send,
    ahead: usize,
    work: impl Fn(T, &mut dyn FnMut(P) -> bool) + Sync,
    take: impl FnMut(P) -> Result<(), E> + Send,
) -> Result<(), E> {
    let items = Mutex::new(Some(items.enumerate()));
    let state = State { next: 0, waiting: BTreeMap::new(), take: Some(take), error: None, is_over: false };
    let turns = Turns { room: threads * ahead, state: Mutex::new(state), changed: Condvar::new() };
    let next = || {
        let mut items = locked(&items);
        let item = items.as_mut().filter(|_| !locked(&turns.state).is_over)?.next();
        if !matches!(item, Some((_, Ok(_)))) {
            *items = None;
        }
        item
    };
    let work_on_all = || {
        while let Some((item, content)) = next() {
            let mut number = 0;
            let mut give = |result| {
                number += 1;
                turns.give((item, number), result)
            };
            match content {
                Ok(content) => work(content, &mut |result| give(Some(Ok(result)))),
                Err(error) => _ = give(Some(Err(error))),
            }
            give(None);
        }
    };
    let run = || {
        catch_unwind(AssertUnwindSafe(work_on_all)).unwrap_or_else(|panic| {
            // The other threads would wait for the results of this one for ever.
            turns.end(None);
            resume_unwind(panic);
        });
    };
    thread::scope(|scope| {
        // If a thread cannot be started, the threads that run do the work.
        _ = (1..threads).try_for_each(|_| thread::Builder::new().spawn_scoped(scope, run).map(drop));
        run();
    });
    turns.state.into_inner().unwrap_or_else(PoisonError::into_inner).error.map_or(Ok(()), Err)
}

/// Results that wait for their turn.
struct Turns<P, E, F> {
    /// The number of results that may wait.
    room: usize,
    state: Mutex<State<P, E, F>>,
    /// Notified when results have been taken, and when the work is over.
    changed: Condvar,
}

struct State<P, E, F> {
    /// The number of the item whose results are taken next.
    next: usize,
    /// The results that wait, by the number of their item and their number in it. `None` is the end of an item.
    waiting: BTreeMap<(usize, usize), Option<Result<P, E>>>,
    /// The function that takes results; `None` while a thread calls it, and after an error.
    take: Option<F>,
    error: Option<E>,
    /// Whether no more results are wanted, because of an error or a panic.
    is_over: bool,
}

impl<P, E, F: FnMut(P) -> Result<(), E>> Turns<P, E, F> {
    /// Adds the result at `place`, the numbers of its item and of itself, once there is room. Then takes all results
    /// whose turn it is, unless another thread does. Returns whether more are wanted.
    fn give(&self, place: (usize, usize), result: Option<Result<P, E>>) -> bool {
        let must_wait = |state: &mut State<P, E, F>| {
            let is_next = place.0 == state.next && state.take.is_some();
            state.waiting.len() >= self.room && !is_next && !state.is_over
        };
        let waited = self.changed.wait_while(locked(&self.state), must_wait);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.waiting.insert(place, result);
        let Some(mut take) = state.take.take() else { return !state.is_over };
        while state.waiting.first_key_value().is_some_and(|(place, _)| place.0 == state.next) {
            let Some((_, Some(result))) = state.waiting.pop_first() else {
                state.next += 1;
                continue;
            };
            drop(state);
            let taken = result.and_then(&mut take);
            state = locked(&self.state);
            if let Err(error) = taken {
                drop(state);
                self.end(Some(error));
                return false;
            }
        }
        state.take = Some(take);
        self.changed.notify_all();
        !state.is_over
    }

    /// Ends the work, because of `error` or a panic. No more results are taken.
    fn end(&self, error: Option<E>) {
        let mut state = locked(&self.state);
        (state.error, state.is_over) = (error, true);
        self.changed.notify_all();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use core::iter;
    use core::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use core::time::Duration;
    use std::sync::Barrier;

    use super::*;

    /// Gives `number` to `give` `number` times, or until `give` returns false.
    fn repeat(number: usize, give: &mut dyn FnMut(usize) -> bool) {
        let _ = (0..number).all(|_| give(number));
    }

    fn items(numbers: &[usize]) -> impl Iterator<Item = Result<usize, usize>> {
        numbers.iter().copied().map(Ok)
    }

    #[test]
    fn results_come_in_order() {
        let many: Vec<usize> = (0..300).map(|n| n * 37 % 101).collect();
        for numbers in [&[][..], &[3], &[900, 0, 2, 700, 1], &many] {
            let expected: Vec<usize> =
                numbers.iter().flat_map(|&number| iter::repeat_n(number, number)).collect();
            for (threads, ahead) in [(1, 1), (2, 1), (3, 2), (5, 64)] {
                let mut taken = Vec::new();
                let take = |result| {
                    taken.push(result);
                    Ok(())
                };
                in_order(threads, items(numbers), ahead, repeat, take).unwrap();
                assert_eq!(taken, expected, "{threads} threads");
            }
        }
    }

    /// Three items are worked on at once by three threads, one of which is the caller's.
    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "needs a thread")]
    fn threads_work_at_once() {
        let (barrier, caller, mut callers) = (Barrier::new(3), thread::current().id(), 0);
        let work = |_, give: &mut dyn FnMut(thread::ThreadId) -> bool| {
            barrier.wait();
            give(thread::current().id());
        };
        in_order(3, items(&[0; 3]), 1, work, |id| {
            callers += usize::from(id == caller);
            Ok(())
        })
        .unwrap();
        assert_eq!(callers, 1);
    }

    /// A result is taken although the next item is still to come.
    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "needs a thread")]
    fn slow_items_hold_nothing_up() {
        let taken = AtomicUsize::new(0);
        let slow = (0..20).map(|number| {
            while number > 1 && taken.load(SeqCst) < number - 1 {
                thread::yield_now();
            }
            Ok::<_, ()>(1)
        });
        in_order(2, slow, 1, repeat, |_| {
            taken.fetch_add(1, SeqCst);
            Ok(())
        })
        .unwrap();
        assert_eq!(taken.into_inner(), 20);
    }

    /// While the first item takes long, no more results wait than there is room for, and one for each thread.
    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "needs a thread")]
    fn few_results_wait() {
        let (given, taken, most) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |item, give: &mut dyn FnMut(()) -> bool| {
            if item == 0 {
                thread::sleep(Duration::from_millis(100));
            }
            for _ in 0..100 {
                most.fetch_max(given.fetch_add(1, SeqCst) + 1 - taken.load(SeqCst), SeqCst);
                give(());
            }
        };
        let numbers: Vec<usize> = (0..20).collect();
        in_order(3, items(&numbers), 2, work, |()| {
            taken.fetch_add(1, SeqCst);
            Ok(())
        })
        .unwrap();
        assert_eq!(taken.into_inner(), 2000);
        assert!((3..=3 * 2 + 3).contains(&most.into_inner()));
    }

    /// An error ends the work, although the threads have much more to give.
    #[test]
    fn the_first_error_ends_the_work() {
        for numbers in [&[usize::MAX][..], &[2, usize::MAX, 3, usize::MAX]] {
            for threads in 1..5 {
                let mut left = 5;
                let take = |result| {
                    left -= 1;
                    if left == 0 { Err(result) } else { Ok(()) }
                };
                assert_eq!(in_order(threads, items(numbers), 1, repeat, take), Err(usize::MAX));
                assert_eq!(left, 0);
            }
        }
    }

    /// An error among the items comes after the results of those before it, and nothing is read after it.
    #[test]
    fn items_before_an_error_are_taken() {
        for threads in 1..5 {
            let (mut read, mut taken) = (0, 0);
            let items = iter::from_fn(|| {
                read += 1;
                Some(if read <= 50 { Ok(1) } else { Err(read) })
            });
            let done = in_order(threads, items, 64, repeat, |_| {
                if taken == 0 {
                    // The other threads meet the error before the results ahead of it are taken.
                    thread::sleep(Duration::from_millis(50));
                }
                taken += 1;
                Ok(())
            });
            assert_eq!((done, taken, read), (Err(51), 50, 51), "{threads} threads");
        }
    }

    /// A panic ends the work of the threads that wait for the results of the thread that panics.
    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "needs a thread")]
    fn a_panic_is_passed_on() {
        let work = |number, give: &mut dyn FnMut(usize) -> bool| {
            assert!(number != 0, "the item that fails");
            repeat(number, give);
        };
        let run = || in_order(3, items(&[0, usize::MAX, usize::MAX]), 1, work, |_| Ok(()));
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    }
}
