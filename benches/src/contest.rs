//! The only means of timing here: forms of one computation, compared before any of them is timed.
//!
//! 1. A [`Contest`] collects forms: closures that return their result, or overwrite one.
//! 2. It runs each once and compares the results, with an expected one or with the first form's.
//! 3. Criterion times the forms one after the other. With `TURNS` they take turns and the lowest times count
//!    ([`Contest::times_in_turn`]): other load on the machine then meets all forms alike.
//!
//! No form is timed unless its result equals the others': a time must not belong to a wrong result.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Bencher, Criterion, SamplingMode, Throughput};

use crate::filter::Filter;

/// The state shared by the benches of one file: the command line, and the results of earlier runs.
#[expect(missing_debug_implementations, reason = "Criterion has none")]
pub struct Bench {
    criterion: Criterion,
    filter: Filter,
    /// How often the forms (implementations) of a contest take turns; `None` leaves the timing to Criterion.
    turns: Option<usize>,
}

/// Runs the benches of a file, as the command line asks: `--test` and the other options are Criterion's. A filter is a
/// part of a name, `contest/form`; it selects contests with all their forms (implementations).
///
/// Runs are short, because only ratios within one run matter. With `TURNS=N` in the environment the forms
/// of a contest take turns, N times, instead, and the lowest time of each is printed, which is reliable
/// on a busy machine too: of long runs only the thread's own time counts.
///
/// # Panics
/// If `TURNS` is not a number.
pub fn run(benches: &[fn(&mut Bench)]) {
    let criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1200))
        .sample_size(30)
        .configure_from_args()
        // Criterion's own filter stays empty, because it would select single forms.
        .with_filter("");
    let filter = Filter::of(std::env::args().skip(1));
    let turns = std::env::var("TURNS").ok().map(|turns| turns.parse().expect("TURNS is a number"));
    if cfg!(not(feature = "bars")) {
        eprintln!("left out: statistics, threats and inputs, which need `-p benches --features bars`");
    }
    if cfg!(not(feature = "peers")) {
        eprintln!("left out: other libraries, which need `-p benches --features peers`");
    }
    let mut bench = Bench { criterion, filter, turns };
    for run in benches {
        run(&mut bench);
    }
    bench.criterion.final_summary();
}

/// Forms (implementations) of one computation, whose results must be equal.
///
/// [`time`](Self::time) first runs every form once and compares its result with the [expected](Self::expecting) one, or
/// else with that of the first form. Then it times the forms.
///
/// ```
/// use benches::Contest;
/// let numbers: Vec<u64> = (1..=100).collect();
/// let mut contest = Contest::new("sum");
/// contest.form("one by one", || numbers.iter().sum::<u64>());
/// contest.form("by Gauss", || 100 * 101 / 2);
/// assert_eq!(contest.times_in_turn(3).len(), 2);
/// ```
#[expect(missing_debug_implementations, reason = "forms are closures")]
pub struct Contest<'a, T> {
    name: String,
    throughput: Option<Throughput>,
    is_slow: bool,
    expected: Option<T>,
    forms: Vec<(String, Box<dyn Form<T> + 'a>)>,
}

impl<'a, T: PartialEq + 'a> Contest<'a, T> {
    /// Makes a contest with the name `name` and no implementations so far.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), throughput: None, is_slow: false, expected: None, forms: Vec::new() }
    }

    /// Sets the number of elements that a run of an implementation handles, so that the time for each is printed too.
    pub fn elements(&mut self, count: usize) -> &mut Self {
        self.throughput = Some(Throughput::Elements(count as u64));
        self
    }

    /// Sets the number of bytes that a run of an implementation handles, so that bytes a second are printed too.
    pub fn bytes(&mut self, count: usize) -> &mut Self {
        self.throughput = Some(Throughput::Bytes(count as u64));
        self
    }

    /// Limits Criterion to ten samples of each implementation, for runs that take a good part of a second. Turns are
    /// not affected.
    pub fn slow(&mut self) -> &mut Self {
        self.is_slow = true;
        self
    }

    /// Sets the result that every implementation must give.
    pub fn expecting(&mut self, answer: T) -> &mut Self {
        self.expected = Some(answer);
        self
    }

    /// Adds an implementation of the computation, called a form, that returns its result.
    pub fn form(&mut self, name: impl Into<String>, form: impl FnMut() -> T + 'a) {
        self.add(name, Returning { form });
    }

    /// Adds an implementation of the computation, called a form, that overwrites `out` with its result.
    pub fn writer(&mut self, name: impl Into<String>, out: T, form: impl FnMut(&mut T) + 'a)
    where
        T: Clone,
    {
        self.add(name, Writing { out, form, see: T::clone });
    }

    /// Adds an implementation (form) whose result, written to `out`, has another type. `see` converts it to the type
    /// of the other results; only `form` is timed.
    pub fn writer_seen<O: Clone + 'a>(
        &mut self,
        name: impl Into<String>,
        out: O,
        form: impl FnMut(&mut O) + 'a,
        see: impl Fn(&O) -> T + 'a,
    ) {
        self.add(name, Writing { out, form, see });
    }

    /// Adds a computation to compare the times with, such as a copy of the same bytes. `answer` is what it must write
    /// to `out`; this is not compared with the results of the implementations.
    pub fn yardstick<O: Clone + PartialEq + 'a>(
        &mut self,
        name: impl Into<String>,
        out: O,
        form: impl FnMut(&mut O) + 'a,
        answer: O,
    ) {
        self.add(name, Yardstick { out, form, answer });
    }

    /// Compares the results of all forms, the implementations that were added. Then times them one after the other with
    /// Criterion; or, if the environment variable `TURNS` gives a number, lets them take that many turns and prints the
    /// lowest time of each.
    ///
    /// # Panics
    /// If the result of a form is not the expected one, or without that differs from the first form's; or if no
    /// result is expected and there is only one form, or nothing but yardsticks.
    pub fn time(mut self, bench: &mut Bench) {
        if !bench.filter.selects(&self.name, self.forms.iter().map(|(name, _)| name.as_str())) {
            return;
        }
        if let Some(turns) = bench.turns {
            return self.print_turns(turns);
        }
        self.compare();
        let mut group = bench.criterion.benchmark_group(&self.name);
        if let Some(throughput) = &self.throughput {
            group.throughput(throughput.clone());
        }
        if self.is_slow {
            group.sampling_mode(SamplingMode::Flat).sample_size(10).measurement_time(Duration::from_secs(4));
        }
        for (name, form) in &mut self.forms {
            group.bench_function(name.as_str(), |bencher| form.time(bencher));
        }
        group.finish();
    }

    /// Compares the results of all forms, the implementations that were added. Then runs them in turn, each `turns`
    /// times, and returns the lowest time of each, in the order in which they were added.
    ///
    /// # Panics
    /// If the result of a form is not the expected one, or without that differs from the first form's; or if no
    /// result is expected and there is only one form, or nothing but yardsticks.
    #[must_use]
    pub fn times_in_turn(mut self, turns: usize) -> Vec<Duration> {
        self.compare();
        let mut lowest = vec![Duration::MAX; self.forms.len()];
        for _ in 0..turns {
            for (lowest, (_, form)) in lowest.iter_mut().zip(&mut self.forms) {
                *lowest = time_of(|| form.once()).min(*lowest);
            }
        }
        lowest
    }

    /// Prints the lowest time of each form, and the first one's time as a multiple of it. Without a turn there are no
    /// times.
    #[expect(clippy::cast_precision_loss, reason = "a time needs few digits")]
    fn print_turns(self, turns: usize) {
        let (name, elements) = (self.name.clone(), self.throughput.clone());
        let names: Vec<String> = self.forms.iter().map(|(name, _)| name.clone()).collect();
        let times = self.times_in_turn(turns);
        if turns == 0 {
            println!("{name}: {} forms agree", names.len());
            return;
        }
        let count = match elements {
            Some(Throughput::Elements(count) | Throughput::Bytes(count)) => count,
            _ => 1,
        };
        println!("{name}");
        for (form, time) in names.iter().zip(&times) {
            let each = time.as_secs_f64() * 1e9 / count as f64;
            let ratio = times[0].as_secs_f64() / time.as_secs_f64();
            println!("  {form:24} {each:10.2} ns each {ratio:8.2} times as fast as the first");
        }
    }

    fn add(&mut self, name: impl Into<String>, form: impl Form<T> + 'a) {
        self.forms.push((name.into(), Box::new(form)));
    }

    fn compare(&mut self) {
        let name = &self.name;
        let expected = self.expected.take().unwrap_or_else(|| {
            assert!(self.forms.len() > 1, "{name}: there is nothing to compare the answer with");
            let answer = self.forms.iter_mut().find_map(|(_, form)| form.answer());
            answer.unwrap_or_else(|| panic!("{name}: there is nothing but yardsticks"))
        });
        for (form_name, form) in &mut self.forms {
            assert!(form.is_right(&expected), "{name}: the form {form_name:?} gives another answer");
        }
    }
}

/// Returns the time that `run` takes. From 200 µs on, only this thread's time on a processor counts, so that other work
/// on the machine is left out, if the system reports it; reading that clock takes too long for short runs.
fn time_of(run: impl FnOnce()) -> Duration {
    let (start, start_of_thread) = (Instant::now(), thread_time());
    run();
    let (of_thread, elapsed) = (thread_time(), start.elapsed());
    match of_thread.zip(start_of_thread) {
        Some((end, start)) if elapsed >= Duration::from_micros(200) => end.saturating_sub(start),
        _ => elapsed,
    }
}

/// Returns the time that this thread has spent on a processor; `None` where the system does not report it.
fn thread_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::try_from(time).ok()
    }
    #[cfg(not(unix))]
    None
}

/// An implementation that a contest times. Its result is compared as a `T`, unless it is a yardstick with a result of
/// its own.
trait Form<T> {
    /// Runs the implementation and returns its result; `None` for a yardstick, whose result is not a `T`.
    fn answer(&mut self) -> Option<T>;

    /// Runs the implementation and returns whether its result is `expected`; for a yardstick, whether it is the
    /// yardstick's own answer.
    fn is_right(&mut self, expected: &T) -> bool;

    fn time(&mut self, bencher: &mut Bencher<'_>);

    fn once(&mut self);
}

struct Returning<F> {
    form: F,
}

impl<T: PartialEq, F: FnMut() -> T> Form<T> for Returning<F> {
    fn answer(&mut self) -> Option<T> {
        Some((self.form)())
    }

    fn is_right(&mut self, expected: &T) -> bool {
        (self.form)() == *expected
    }

    fn time(&mut self, bencher: &mut Bencher<'_>) {
        bencher.iter(&mut self.form);
    }

    fn once(&mut self) {
        black_box((self.form)());
    }
}

struct Writing<O, F, S> {
    out: O,
    form: F,
    see: S,
}

impl<T: PartialEq, O: Clone, F: FnMut(&mut O), S: Fn(&O) -> T> Form<T> for Writing<O, F, S> {
    fn answer(&mut self) -> Option<T> {
        let mut out = self.out.clone();
        (self.form)(&mut out);
        Some((self.see)(&out))
    }

    fn is_right(&mut self, expected: &T) -> bool {
        self.answer().as_ref() == Some(expected)
    }

    fn time(&mut self, bencher: &mut Bencher<'_>) {
        bencher.iter(|| self.once_inlined());
    }

    fn once(&mut self) {
        self.once_inlined();
    }
}

impl<O, F: FnMut(&mut O), S> Writing<O, F, S> {
    #[inline(always)]
    fn once_inlined(&mut self) {
        (self.form)(black_box(&mut self.out));
        black_box(&mut self.out);
    }
}

struct Yardstick<O, F> {
    out: O,
    form: F,
    answer: O,
}

impl<T, O: Clone + PartialEq, F: FnMut(&mut O)> Form<T> for Yardstick<O, F> {
    fn answer(&mut self) -> Option<T> {
        None
    }

    fn is_right(&mut self, _: &T) -> bool {
        let mut out = self.out.clone();
        (self.form)(&mut out);
        out == self.answer
    }

    fn time(&mut self, bencher: &mut Bencher<'_>) {
        bencher.iter(|| (self.form)(black_box(&mut self.out)));
    }

    fn once(&mut self) {
        (self.form)(black_box(&mut self.out));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_answers_are_timed() {
        let mut contest = Contest::new("four");
        contest.form("sum", || 2 + 2);
        contest.writer("written", 0, |out| *out = 4);
        contest.writer_seen(
            "as text",
            String::new(),
            |out| *out = "4".to_owned(),
            |out| out.parse().unwrap(),
        );
        contest.yardstick("five", 0, |out| *out = 5, 5);
        assert_eq!(contest.times_in_turn(2).len(), 4);
    }

    #[test]
    fn sleep_does_not_count_in_long_runs() {
        let pause = Duration::from_millis(20);
        let time = time_of(|| std::thread::sleep(pause));
        assert!(time < pause / 2 || !cfg!(unix), "{time:?}");
    }

    #[test]
    #[should_panic(expected = "four: the form \"product\" gives another answer")]
    fn a_wrong_answer_is_refused() {
        let mut contest = Contest::new("four");
        contest.form("sum", || 2 + 2);
        contest.form("product", || 2 * 3);
        let _ = contest.times_in_turn(1);
    }

    #[test]
    #[should_panic(expected = "four: the form \"sum\" gives another answer")]
    fn the_expected_answer_counts() {
        let mut contest = Contest::new("four");
        contest.expecting(5).form("sum", || 2 + 2);
        let _ = contest.times_in_turn(1);
    }

    #[test]
    #[should_panic(expected = "four: the form \"lazy\" gives another answer")]
    fn a_form_that_writes_nothing_is_refused() {
        let mut contest = Contest::new("four");
        contest.form("sum", || 2 + 2);
        contest.writer("lazy", 0, |_| ());
        let _ = contest.times_in_turn(1);
    }

    #[test]
    #[should_panic(expected = "four: the form \"copy\" gives another answer")]
    fn a_wrong_yardstick_is_refused() {
        let mut contest = Contest::new("four");
        contest.expecting(4).form("sum", || 2 + 2);
        contest.yardstick("copy", 0, |_| (), 1);
        let _ = contest.times_in_turn(1);
    }

    #[test]
    #[should_panic(expected = "four: there is nothing to compare the answer with")]
    fn one_form_needs_an_expected_answer() {
        let mut contest = Contest::new("four");
        contest.form("sum", || 2 + 2);
        let _ = contest.times_in_turn(1);
    }
}
