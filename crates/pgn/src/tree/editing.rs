//! Adding, moving and deleting lines of a tree.

use alloc::vec::Vec;

use quadbit_movegen::{Move, Position};

use super::comments::{Kind, TreeError};
use super::{Node, NodeId, Tree, after};
use crate::line::NULL_MOVE;

impl Tree {
    /// Adds `mv` as the last child of `node` and returns the new node. If a child has this move already, returns that
    /// child and adds nothing. Finds the position first, by playing the moves up to `node`.
    ///
    /// # Errors
    /// [`TreeError::Illegal`] if the move is not legal, or a [`NULL_MOVE`] in check; [`TreeError::Full`] if there is
    /// not enough memory.
    pub fn add(&mut self, node: NodeId, mv: Move) -> Result<NodeId, TreeError> {
        self.add_line(node, [mv])
    }

    /// Adds moves after `node`, one after the other, and returns the node of the last one. Moves that the tree already
    /// has there are not added again.
    ///
    /// # Errors
    /// As for [`add`](Self::add); the moves before the bad one are added.
    pub fn add_line(
        &mut self,
        mut node: NodeId,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<NodeId, TreeError> {
        let mut position = self.position(node);
        for mv in moves {
            let is_legal = if mv == NULL_MOVE { !position.is_check() } else { position.is_legal(mv) };
            if !is_legal {
                return Err(TreeError::Illegal);
            }
            node = self.child_or_new(node, mv)?;
            position = after(&position, mv);
        }
        Ok(node)
    }

    /// The child of `node` with the move `mv`, which is added if there is none. The move must be legal.
    fn child_or_new(&mut self, node: NodeId, mv: Move) -> Result<NodeId, TreeError> {
        let mut last = None;
        for child in self.children(node) {
            if self.node(child).mv == mv {
                return Ok(child);
            }
            last = Some(child);
        }
        let new = self.push(node, mv).ok_or(TreeError::Full)?;
        match last {
            Some(last) => self.node_mut(last).next_sibling = Some(new),
            None => self.node_mut(node).first_child = Some(new),
        }
        Ok(new)
    }

    /// Adds a node with the parent `parent` and the move `mv`, but not yet to the children of `parent`. Returns `None`
    /// if there is no memory or number for it.
    pub(super) fn push(&mut self, parent: NodeId, mv: Move) -> Option<NodeId> {
        let id = NodeId::from_index(self.nodes.len())?;
        self.nodes.try_reserve(1).ok()?;
        self.nodes.push(Node { parent: Some(parent), mv, ..Node::ROOT });
        Some(id)
    }

    /// Moves the line that begins with `node` one place towards the main line, among those that replace the same move.
    ///
    /// # Errors
    /// [`TreeError::NoMove`] for the root and for deleted nodes.
    pub fn promote(&mut self, node: NodeId) -> Result<(), TreeError> {
        let place = self.place(node)?;
        self.move_to(node, place.saturating_sub(1))
    }

    /// Moves the line that begins with `node` one place away from the main line, among those that replace the same
    /// move.
    ///
    /// # Errors
    /// [`TreeError::NoMove`] for the root and for deleted nodes.
    pub fn demote(&mut self, node: NodeId) -> Result<(), TreeError> {
        let place = self.place(node)?;
        self.move_to(node, place + 1)
    }

    /// Makes the line to `node` the main line, as far as this node.
    ///
    /// # Errors
    /// [`TreeError::NoMove`] for the root and for deleted nodes.
    pub fn make_main(&mut self, node: NodeId) -> Result<(), TreeError> {
        self.place(node)?;
        self.line_to(node).into_iter().try_for_each(|node| self.move_to(node, 0))
    }

    /// Moves the line that begins with `node` to the index `place` among those that replace the same move: 0 is the
    /// first, and the last one is taken if `place` is too large.
    ///
    /// # Errors
    /// [`TreeError::NoMove`] for the root and for deleted nodes.
    pub fn move_to(&mut self, node: NodeId, place: usize) -> Result<(), TreeError> {
        let parent = self.parent(node).ok_or(TreeError::NoMove)?;
        let mut children: Vec<_> = self.children(parent).filter(|child| *child != node).collect();
        children.insert(place.min(children.len()), node);
        self.set_children(parent, &children);
        Ok(())
    }

    /// Deletes the move of `node` and all moves after it. Their nodes are no longer in the tree.
    ///
    /// # Errors
    /// [`TreeError::NoMove`] for the root and for deleted nodes.
    pub fn delete(&mut self, node: NodeId) -> Result<(), TreeError> {
        let parent = self.parent(node).ok_or(TreeError::NoMove)?;
        let children: Vec<_> = self.children(parent).filter(|child| *child != node).collect();
        self.set_children(parent, &children);
        let mut deleted = Vec::from([node]);
        while let Some(node) = deleted.pop() {
            self.node_mut(node).parent = None;
            deleted.extend(self.children(node));
            self.node_mut(node).first_child = None;
        }
        Ok(())
    }

    /// Adds the moves, comments and glyphs of another tree. Moves that both trees have stay in their places and get
    /// the comments and glyphs that they lack. Different orders of moves stay apart, also where they lead to the same
    /// position.
    ///
    /// # Errors
    /// [`TreeError::Start`] if the games begin at different positions, [`TreeError::Full`] if there is not enough
    /// memory.
    ///
    /// ```
    /// use quadbit_pgn::Tree;
    /// let mut white: Tree = "1. e4 e5 (1... c5) *".parse()?;
    /// white.merge(&"1. e4 c5 2. Nf3 {Open} *".parse()?)?;
    /// assert!(white.to_string().ends_with("1. e4 e5 (1... c5 2. Nf3 {Open}) *\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn merge(&mut self, other: &Self) -> Result<(), TreeError> {
        if self.start != other.start {
            return Err(TreeError::Start);
        }
        self.graft(NodeId::ROOT, other, NodeId::ROOT)
    }

    /// The moves after `node` as a tree of their own, which begins at the position of `node`. It has the result of this
    /// tree and its tags, but for those that [`set_tag`](Self::set_tag) refuses; `SetUp`, `FEN` and `Variant` are made
    /// from the position.
    ///
    /// # Errors
    /// [`TreeError::Full`] if there is not enough memory.
    pub fn subtree(&self, node: NodeId) -> Result<Self, TreeError> {
        let start: Position = self.position(node);
        let mut tree = Self::new(start);
        for (name, value) in self.tags() {
            // Leaves out each tag that is refused, such as `FEN`, which the new tree makes from its position.
            let _refused = tree.set_tag(name, Some(value));
        }
        tree.result = self.result;
        tree.graft(NodeId::ROOT, self, node)?;
        Ok(tree)
    }

    /// Adds to the node `to` the comments, glyphs and moves that the tree `other` has at and after its node `from`.
    fn graft(&mut self, to: NodeId, other: &Self, from: NodeId) -> Result<(), TreeError> {
        let mut pairs = Vec::from([(to, from)]);
        while let Some((to, from)) = pairs.pop() {
            self.add_remarks(to, other, from)?;
            for child in other.children(from) {
                let new = self.child_or_new(to, other.node(child).mv)?;
                pairs.push((new, child));
            }
        }
        Ok(())
    }

    /// Adds to the node `to` the comments and glyphs of the node `from` of the tree `other` that `to` lacks.
    fn add_remarks(&mut self, to: NodeId, other: &Self, from: NodeId) -> Result<(), TreeError> {
        let mut kinds: Vec<_> = self.remarks(to).collect();
        let known = kinds.len();
        for kind in other.remarks(from) {
            let text_of = |kind: &Kind| match kind {
                Kind::Before(place) | Kind::After(place) => self.text(*place).trim(),
                Kind::Glyph(_) => "",
            };
            let new = match kind {
                Kind::Glyph(glyph) if !self.glyphs(to).any(|known| known == glyph) => kind,
                Kind::Glyph(_) => continue,
                Kind::Before(place) | Kind::After(place) => {
                    let text = other.text(place);
                    if kinds[..known].iter().any(|kind| text_of(kind) == text.trim()) {
                        continue;
                    }
                    let place = self.add_read_text(text)?;
                    if matches!(kind, Kind::Before(_)) { Kind::Before(place) } else { Kind::After(place) }
                }
            };
            kinds.push(new);
        }
        if kinds.len() == known { Ok(()) } else { self.set_remarks(to, kinds) }
    }

    /// The index of `node` among the nodes that replace the same move; an error for the root and for deleted nodes.
    fn place(&self, node: NodeId) -> Result<usize, TreeError> {
        let parent = self.parent(node).ok_or(TreeError::NoMove)?;
        self.children(parent).position(|child| child == node).ok_or(TreeError::NoMove)
    }

    /// Makes `children` the children of `parent`, in this order.
    fn set_children(&mut self, parent: NodeId, children: &[NodeId]) {
        self.node_mut(parent).first_child = children.first().copied();
        for (n, &child) in children.iter().enumerate() {
            self.node_mut(child).next_sibling = children.get(n + 1).copied();
        }
    }
}
