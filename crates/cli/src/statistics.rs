//! Statistics as JSON and as a table.

use quadbit_perft::Statistics;

use crate::json::{Json, ToJson};

/// Statistics as JSON: an object with a member for each column, by its name.
pub(crate) struct Columns(pub(crate) Statistics);

impl ToJson for Columns {
    fn to_json(&self) -> Json {
        let numbers = self.0.to_array().map(Json::Integer);
        Json::Object(Statistics::COLUMNS.into_iter().zip(numbers).collect())
    }
}

/// The heads of the columns in a table.
const HEADS: [&str; 9] =
    ["nodes", "captures", "e.p.", "castles", "promotions", "checks", "discovered", "double", "checkmates"];

/// A table with aligned columns. The head is `name` and the names of the statistics; each of `rows` begins with a name
/// of its own.
pub(crate) fn table(name: &str, rows: &[(String, Statistics)]) -> String {
    let head = std::iter::once(name.to_owned()).chain(HEADS.map(str::to_owned)).collect();
    let cells = |(name, statistics): &(String, Statistics)| -> Vec<String> {
        std::iter::once(name.clone()).chain(statistics.to_array().map(|number| number.to_string())).collect()
    };
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows.iter().map(cells)).collect();
    crate::table::table(0, &lines)
}

#[cfg(test)]
mod tests {
    use quadbit_perft::Statistics;

    use super::{Columns, ToJson, table};

    #[test]
    fn rows_are_aligned() {
        let one = Statistics { nodes: 20, ..Statistics::default() };
        let rows = [("1".to_owned(), one), ("10".to_owned(), one * 1_000_000)];
        assert_eq!(
            table("ply", &rows),
            "\
ply     nodes  captures  e.p.  castles  promotions  checks  discovered  double  checkmates
  1        20         0     0        0           0       0           0       0           0
 10  20000000         0     0        0           0       0           0       0           0"
        );
    }

    #[test]
    fn numbers_beyond_64_bits_are_exact_in_json() {
        let columns = Columns(Statistics { nodes: 61_885_021_521_585_529_237, ..Statistics::default() });
        let json = columns.to_json().to_string();
        assert!(json.starts_with(r#"{"nodes":61885021521585529237,"captures":0,"en_passant":0,"#), "{json}");
    }
}
