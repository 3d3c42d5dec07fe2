//! The pictures of the pieces, as paths of an SVG.

use quadbit_x88::Role;

/// The lines of a piece as paths of SVG, on a square of 100 x 100 with y pointing down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The closed lines as SVG path data (the attribute `d`), to be filled with the piece's colour and outlined.
    pub body: &'static str,
    /// The open lines on the body as SVG path data, to be drawn in the other colour.
    pub detail: &'static str,
}

impl Shape {
    /// The shape of a piece of type `role`, the same for both sides.
    ///
    /// ```
    /// use quadbit_diagram::Shape;
    /// use quadbit_x88::Role;
    /// let rook = Shape::of(Role::Rook);
    /// assert!(rook.body.starts_with("M26 18H37V26H45V18H55V26H63V18H74")); // its battlements
    /// assert_eq!(rook.detail, "M36 43H64M36 69H64M32 81H68");
    /// ```
    pub const fn of(role: Role) -> Self {
        match role {
            Role::Pawn => Self {
                body: "M41 49C42 62 34 66 31 81H69C66 66 58 62 59 49Z\
                       M36 44H64V50H36ZM36 31a14 14 0 1 0 28 0a14 14 0 1 0 -28 0ZM26 81H74V90H26Z",
                detail: "M34 81H66",
            },
            Role::Knight => Self {
                body: "M35 81C35 64 50 59 50 46C42 53 35 51 31 57C27 63 18 59 20 51C22 45 27 41 29 33C31 26 36 21 42 19\
                       L43 9L52 17C72 20 79 46 73 81ZM26 81H78V90H26Z",
                detail: "M39 32L44 30M57 25C66 34 70 50 67 70M34 81H70",
            },
            Role::Bishop => Self {
                body: "M44 16a6 6 0 1 0 12 0a6 6 0 1 0 -12 0ZM50 22C69 35 71 50 60 63H40C29 50 31 35 50 22Z\
                       M37 63H63V70H37ZM41 70C40 76 34 79 30 81H70C66 79 60 76 59 70ZM24 81H76V90H24Z",
                detail: "M50 35V53M42 43H58M41 66.5H59M34 81H66",
            },
            Role::Rook => Self {
                body: "M26 18H37V26H45V18H55V26H63V18H74V36L66 43H34L26 36ZM34 43H66V69H34ZM34 69H66L71 81H29ZM24 81H76V90H24Z",
                detail: "M36 43H64M36 69H64M32 81H68",
            },
            Role::Queen => Self {
                body: "M32 69L22 34L37 53L39 25L50 50L61 25L63 53L78 34L68 69ZM32 69H68L72 81H28ZM24 81H76V90H24Z\
                       M15 29a6 6 0 1 0 12 0a6 6 0 1 0 -12 0ZM33 20a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z\
                       M55 20a6 6 0 1 0 12 0a6 6 0 1 0 -12 0ZM73 29a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z",
                detail: "M35 69H65M34 75H66M32 81H68",
            },
            Role::King => Self {
                body: "M46 11H54V17H61V25H54V31H46V25H39V17H46Z\
                       M50 36C57 26 81 29 79 46C78 57 69 60 68 69H32C31 60 22 57 21 46C19 29 43 26 50 36Z\
                       M32 69H68L72 81H28ZM24 81H76V90H24Z",
                detail: "M50 37V69M36 69H64M34 75H66M32 81H68",
            },
        }
    }
}
