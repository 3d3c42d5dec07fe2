//! Conditions on tags, and how they are joined.

use quadbit_rule::{Rule, Truth};
use testing::Random;

fn holds<'t>(rule: &Rule, tag: impl Fn(&str) -> Option<&'t str>) -> bool {
    rule.of_tags(tag) == Truth::known(Some(true))
}

fn matches(rule: &str, value: &str) -> bool {
    holds(&rule.parse().unwrap_or_else(|error| panic!("{rule}: {error}")), |_| Some(value))
}

/// All operators compare a smaller, an equal and a larger value of each kind rightly.
#[test]
fn operators_compare_numbers_texts_and_dates() {
    for (operator, expected) in [
        ("=", [false, true, false]),
        ("!=", [true, false, true]),
        ("<", [true, false, false]),
        ("<=", [true, true, false]),
        (">", [false, false, true]),
        (">=", [false, true, true]),
    ] {
        for (name, value, found) in [
            ("A", "900", ["88", "900.0", "1000"]),
            ("A", "Karl", ["Anna", "Karl", "Karla"]),
            ("Date", "2013", ["2012.12.31", "2013.??.??", "2014.01.01"]),
            ("UTCDate", "2013.05", ["2013.04.30", "2013.05.31", "2013.06.??"]),
            ("Date", "2013-05-02", ["2013.05.01", "2013/05/02", "2013.05.03"]),
        ] {
            for rule in [format!("{name}{operator}{value}"), format!(" {name} {operator} {value} ")] {
                assert_eq!(found.map(|found| matches(&rule, found)), expected, "{rule}");
            }
            let rule: Rule = format!("{name}{operator}{value}").parse().unwrap();
            assert!(!holds(&rule, |_| None));
        }
        // `-` is not a number: it differs, but is neither smaller nor larger.
        assert_eq!(matches(&format!("A{operator}900"), "-"), operator == "!=");
        assert!(!matches(&format!("A{operator}900"), "?"), "{operator}");
        assert!(!matches(&format!("A{operator}Karl"), "????.??.??"), "{operator}");
        // The comparison depends on the month of the tag, which is unknown, so it is false.
        assert!(!matches(&format!("Date{operator}2013.05"), "2013.??.??"), "{operator}");
        assert!(!matches(&format!("Date{operator}2013"), "spring"), "{operator}");
    }
}

/// Dates whose year does not come first are compared as far as they are certain.
#[test]
fn dates_are_read_in_other_orders() {
    for (found, day) in [
        ("10/31/2017", Some("2017.10.31")),
        ("31/10/2017", Some("2017.10.31")),
        ("14.04.2017", Some("2017.04.14")),
        ("05-05-2017", Some("2017.05.05")),
        ("2017.04.14", Some("2017.04.14")),
        ("03/04/2017", None),
        ("??.04.2017", None),
    ] {
        assert!(matches("Date=2017", found) && !matches("Date>2017", found), "{found}");
        for date in ["2017.10.31", "2017.04.14", "2017.05.05", "2017.03.04"] {
            assert_eq!(matches(&format!("Date={date}"), found), day == Some(date), "{found} and {date}");
        }
    }
    assert!(matches("Date=2017.04", "04.2017") && matches("Date=2017", "2017"));
    for found in ["01.02.03", "10/31/17", "17.10.31", "20171031", "spring 2017", "31.10.", ""] {
        for operator in ["=", "<", ">", "!=", "<=", ">="] {
            assert!(!matches(&format!("Date{operator}2010"), found), "{operator} {found}");
        }
    }
}

#[test]
fn values_are_bare_or_quoted_texts() {
    assert!(matches("Result=1-0", "1-0") && !matches("Result=1-0", "0-1"));
    assert!(matches("TimeControl=300+3", "300+3"));
    assert!(matches("Date>=\"2013\"", "2013.05.01") && matches("Date=2013x", "2013x"));
    assert!(matches("Event=\"\"", "") && matches("Event=\"a=b\"", "a=b"));
    assert!(matches("Event=Rated Bullet game", "Rated Bullet game"));
    assert!(matches(r#"Event=The "X" Cup"#, r#"The \"X\" Cup"#) && matches(r#"Event="a\\b""#, r"a\\b"));
    assert!(matches(r#"Event="a and (\"b\" or |)""#, r#"a and (\"b\" or |)"#));
    assert!(matches("WhiteElo=2000", "2000.0") && !matches("WhiteElo=\"2000\"", "2000.0"));
    assert!(matches("WhiteElo=?", "?") && matches("Date=????.??.??", "????.??.??"));
}

#[test]
fn contains_finds_a_part_of_a_text() {
    assert!(matches("Opening contains Najdorf", "Sicilian: Najdorf, 6. Bg5"));
    assert!(matches("Opening contains \"or B\"", "A or B") && !matches("Opening contains X", "x"));
    assert!(matches("Elo contains 20", "1200") && matches("containsX contains a", "a"));
    assert!(matches(r#"Event contains "\"X\"""#, r#"The \"X\" Cup"#));
}

/// Compares random rules, which join conditions on three tags by `and`, `or` and parentheses, with the values that
/// Rust's operators give.
#[test]
fn and_binds_before_or() {
    let mut state = Random(1);
    let mut random = |below: usize| state.below(below);
    for _ in 0..2000 {
        let (mut text, mut open) = (String::new(), 0);
        // For each open parenthesis, the value of the rule read so far: the sum (`or`) of finished products, and the
        // product (`and`) that is being read. The first entry is for the text outside parentheses.
        let values = [random(2) == 1, random(2) == 1, random(2) == 1];
        let mut levels = std::vec![(false, true)];
        loop {
            while random(3) == 0 && open < 5 {
                text += ["(", " ( "][random(2)];
                levels.push((false, true));
                open += 1;
            }
            let n = random(3);
            text += ["W=1", "X=1", "Y=1"][n];
            levels.last_mut().unwrap().1 &= values[n];
            let is_last = random(4) == 0;
            while open > 0 && (is_last || random(2) == 0) {
                text += ")";
                let (sum, product) = levels.pop().unwrap();
                levels.last_mut().unwrap().1 &= sum | product;
                open -= 1;
            }
            if is_last {
                break;
            }
            let last = levels.last_mut().unwrap();
            if random(2) == 0 {
                text += [" and ", " AND "][random(2)];
            } else {
                text += [" or ", "  Or "][random(2)];
                *last = (last.0 | last.1, true);
            }
        }
        let expected = levels[0].0 | levels[0].1;
        let rule: Rule = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let tag = |name: &str| Some(if values[usize::from(name.as_bytes()[0] - b'W')] { "1" } else { "0" });
        assert_eq!(holds(&rule, tag), expected, "{text} with {values:?}");
    }
}

#[test]
fn many_parentheses_are_read() {
    let n = 100_000;
    let rule = format!("{}A=1{}", "(".repeat(n), ")".repeat(n));
    assert!(matches(&rule, "1") && !matches(&rule, "2"));
}
