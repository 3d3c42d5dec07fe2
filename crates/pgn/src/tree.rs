//! A game as a tree: its main line, variations, comments and glyphs.
//!
//! 1. [`builder`] makes a tree of a text; [`walk`] lists its moves in the order in which they are written.
//! 2. [`writing`] prints it, with the [`tags`] before the moves.
//! 3. [`editing`] adds, moves and deletes lines. [`comments`] holds what is written between the moves, and [`shapes`]
//!    reads the commands inside comments.
//!
//! ```text
//! 1. e4 (1. d4 d5) 1... e5        root
//!                                  └ e4 ── d4        first child and its next sibling
//!                                    └ e5   └ d5
//! ```
//!
//! A node takes 20 bytes; positions are found by playing. Nothing here is recursive, so that no file is too deep.

mod builder;
mod comments;
mod editing;
mod shapes;
mod tags;
mod walk;
mod writing;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::iter::successors;
use core::num::NonZeroU32;

use quadbit_movegen::{Game, GameResult, Move, Position};

use crate::line::NULL_MOVE;
pub(crate) use builder::Builder;
pub use comments::TreeError;
use comments::{Remark, RemarkId};
pub use shapes::{Shape, ShapeColor};
use tags::TreeTags;
pub use walk::Step;
use walk::Walk;

/// A game with its variations, comments and glyphs, which can be edited and printed.
///
/// A [`NodeId`] stands for a move, or for the beginning of the game. The first child of a node goes on with its line;
/// the other children are variations. Every move is legal in its position, or a [`NULL_MOVE`].
///
/// Printing gives the standard's export format: the seven tags that every game has, the others in their order, and
/// lines of at most 79 characters, unless a single word or command is longer. The alternate form, `{:#}`, writes
/// comments with the line breaks that they were read with. What is printed is read as an equal tree; line breaks in
/// comments count as blanks.
///
/// Source: Steven J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, 8.1 and 8.2.
///
/// ```
/// use quadbit_movegen::Move;
/// use quadbit_pgn::Tree;
/// let mut tree: Tree = "1. e4 {best by test} e5 (1... c5 $1 2. Nf3) 2. Nf3 *".parse()?;
/// let e4 = tree.main_line().next().unwrap();
/// assert_eq!(tree.comments(e4).collect::<Vec<_>>(), ["best by test"]);
/// let sicilian = tree.children(e4).nth(1).unwrap();
/// tree.promote(sicilian)?;
///
/// let position = tree.position(sicilian);
/// tree.add(sicilian, Move::from_san("c3", &position)?)?;
/// let text = tree.to_string();
/// let (_tags, moves) = text.split_once("\n\n").unwrap();
/// assert_eq!(moves, "1. e4 {best by test} 1... c5 $1 (1... e5 2. Nf3) 2. Nf3 (2. c3) *\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    tags: TreeTags,
    start: Position,
    result: GameResult,
    /// The root, then the nodes in the order in which they were added. Deleted nodes stay, but no longer have a parent.
    nodes: Vec<Node>,
    remarks: Vec<Remark>,
    /// The texts of all comments, one after the other.
    text: String,
}

/// The number of a node of one [`Tree`]: a move, or the beginning of the game. It stays the same whatever is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The beginning of a game, before its first move.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    /// The number as an index, from 0 for the root.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The node with this index, from 0 for the root; `None` from 2^32 - 1 on.
    pub(crate) fn from_index(index: usize) -> Option<Self> {
        u32::try_from(index).ok()?.checked_add(1).and_then(NonZeroU32::new).map(Self)
    }
}

/// A move and the nodes around it.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The node before this one; `None` for the root and for nodes that were deleted.
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    first_remark: Option<RemarkId>,
    mv: Move,
}

const _: () = assert!(size_of::<Node>() == 20);

impl Node {
    const ROOT: Self =
        Self { parent: None, first_child: None, next_sibling: None, first_remark: None, mv: NULL_MOVE };
}

impl Tree {
    /// A tree without moves. Unless `start` is the start position of standard chess, the tree gets the tags `SetUp` and
    /// `FEN`, and also `Variant` if `start` has castling rights that only Chess960 has.
    pub fn new(start: Position) -> Self {
        Self {
            tags: TreeTags::of_start(&start),
            start,
            result: GameResult::Unknown,
            nodes: vec![Node::ROOT],
            remarks: Vec::new(),
            text: String::new(),
        }
    }

    /// The position before the first move.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The result of the game.
    pub const fn result(&self) -> GameResult {
        self.result
    }

    /// Sets the result of the game, also in its tag.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
    }

    /// The tags as names and values, in the order in which they are written. Values have no backslashes before
    /// quotation marks.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter(self.result)
    }

    /// The value of the tag `name`; `None` if there is none.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find_map(|(found, value)| (found == name).then_some(value))
    }

    /// Adds a tag, or replaces its value. `None` removes the tag; one that every game has, such as `Event`, becomes
    /// unknown instead.
    ///
    /// # Errors
    /// [`TreeError::TagName`] if the name has other characters than letters, digits and underscores,
    /// [`TreeError::TagValue`] if the value has a control character, or [`TreeError::TagOfGame`] if the tag follows
    /// from the game, such as `FEN`.
    pub fn set_tag(&mut self, name: &str, value: Option<&str>) -> Result<(), TreeError> {
        self.tags.set(name, value)
    }

    /// The move of a node; `None` for the root.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        (node != NodeId::ROOT).then(|| self.node(node).mv)
    }

    /// The node before `node`; `None` for the root, and for a node that was deleted.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// The nodes after `node`: the first one goes on with the line, the others are variations.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        successors(self.node(node).first_child, |child| self.node(*child).next_sibling)
    }

    /// The nodes of the main line, from the first move on.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        successors(self.node(NodeId::ROOT).first_child, |node| self.node(*node).first_child)
    }

    /// The nodes from the first move of the game to `node`.
    pub fn line_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut line: Vec<_> = successors(Some(node), |node| self.parent(*node)).collect();
        line.retain(|node| *node != NodeId::ROOT);
        line.reverse();
        line
    }

    /// The position after the move of `node`, found by playing the moves up to it; meaningless for a deleted node.
    pub fn position(&self, node: NodeId) -> Position {
        let line = self.line_to(node);
        line.iter().fold(self.start, |position, node| after(&position, self.node(*node).mv))
    }

    /// The moves in the order in which they are written: a move, the variations that replace it, then the moves after
    /// it. Each comes with the positions before and after it.
    ///
    /// ```
    /// let tree: quadbit_pgn::Tree = "1. e4 (1. d4 d5) 1... e5 *".parse()?;
    /// let moves: Vec<_> = tree.walk().map(|step| (step.depth, step.mv.to_san(&step.before).to_string())).collect();
    /// assert_eq!(moves, [(0, "e4".into()), (1, "d4".into()), (1, "d5".into()), (0, "e5".into())]);
    /// # Ok::<(), quadbit_pgn::PgnError>(())
    /// ```
    pub fn walk(&self) -> impl Iterator<Item = Step> + Clone {
        Walk::new(self)
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }
}

impl Default for Tree {
    /// A tree without moves, from the start position of standard chess.
    fn default() -> Self {
        Self::new(Position::start())
    }
}

impl From<&Game> for Tree {
    /// Makes a tree of the moves and the result of `game`.
    fn from(game: &Game) -> Self {
        let mut tree = Self::new(*game.start());
        tree.result = game.result();
        for mv in game.moves() {
            let last = NodeId::from_index(tree.nodes.len() - 1).unwrap_or(NodeId::ROOT);
            let node = tree.push(last, mv);
            tree.node_mut(last).first_child = node;
        }
        tree
    }
}

/// Two trees are equal if they are written alike, apart from line breaks in comments.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.result == other.result
            && self.start == other.start
            && self.tags == other.tags
            && self.has_same_remarks(NodeId::ROOT, other, NodeId::ROOT)
            && walk::Order::new(self).zip(walk::Order::new(other)).all(|pair| match pair {
                (walk::Event::Move(one), walk::Event::Move(two)) => {
                    self.node(one).mv == other.node(two).mv && self.has_same_remarks(one, other, two)
                }
                (one, two) => core::mem::discriminant(&one) == core::mem::discriminant(&two),
            })
            && walk::Order::new(self).count() == walk::Order::new(other).count()
    }
}

/// The position after a move of a tree. A null move passes the turn; in check it changes nothing.
fn after(position: &Position, mv: Move) -> Position {
    let passed = || position.null_move().unwrap_or(*position);
    if mv == NULL_MOVE { passed() } else { position.after(mv) }
}
