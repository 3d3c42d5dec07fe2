//! Reading a rule: comparisons become steps in the order in which they are evaluated.
//!
//! 1. A comparison is a step at once.
//! 2. `and`, `or` and `(` wait on a stack. Before another `and` or `or` joins them, what binds at
//!    least as strongly becomes a step.
//! 3. `)` makes steps of everything behind its `(`.
//!
//! There is no recursion, so no number of parentheses overflows the stack.

use alloc::vec::Vec;

use super::comparison::{Comparison, Operator, SIGNS};
use super::error::{TagRuleError, TagRuleErrorKind};
use super::{Step, TagRule};

/// An entry of the parser's stack, which waits for the comparisons behind it.
enum Waiting {
    /// An opening parenthesis, with the index of its byte.
    Parenthesis(usize),
    /// A word that joins comparisons: `and` or `or`.
    Joint(Step),
}

/// Reads a rule. Source: Dijkstra's shunting yard.
pub(super) fn read(text: &str) -> Result<TagRule, TagRuleError> {
    let mut reader = Reader { text, at: 0 };
    let mut rule = TagRule { comparisons: Vec::new(), steps: Vec::new() };
    let mut waiting = Vec::new();
    loop {
        while let Some(at) = reader.take("(") {
            waiting.push(Waiting::Parenthesis(at));
        }
        rule.comparisons.push(reader.comparison()?);
        rule.steps.push(Step::Comparison);
        while let Some(at) = reader.take(")") {
            loop {
                match waiting.pop() {
                    Some(Waiting::Joint(joint)) => rule.steps.push(joint),
                    Some(Waiting::Parenthesis(_)) => break,
                    None => return Err(TagRuleError { offset: at, kind: TagRuleErrorKind::Parenthesis }),
                }
            }
        }
        let Some(joint) = reader.joint()? else { break };
        while let Some(&Waiting::Joint(last)) = waiting.last()
            && (last == Step::And || joint == Step::Or)
        {
            rule.steps.push(last);
            waiting.pop();
        }
        waiting.push(Waiting::Joint(joint));
    }
    for last in waiting.into_iter().rev() {
        match last {
            Waiting::Joint(joint) => rule.steps.push(joint),
            Waiting::Parenthesis(offset) => {
                return Err(TagRuleError { offset, kind: TagRuleErrorKind::Parenthesis });
            }
        }
    }
    Ok(rule)
}

/// A cursor over the text of a rule.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// An error of this kind at the cursor.
    fn error(&self, kind: TagRuleErrorKind) -> TagRuleError {
        TagRuleError { offset: self.at, kind }
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Takes `sign` behind blanks, and returns the index of its byte; `None` if something else comes next.
    fn take(&mut self, sign: &str) -> Option<usize> {
        self.skip_blanks();
        let at = self.at;
        self.rest().starts_with(sign).then(|| {
            self.at += sign.len();
            at
        })
    }

    /// Reads a comparison: a name, an operator and a value.
    fn comparison(&mut self) -> Result<Comparison, TagRuleError> {
        self.skip_blanks();
        let name = self.word();
        if name.is_empty() {
            return Err(self.error(TagRuleErrorKind::Name));
        }
        self.at += name.len();
        let operator = self.operator()?;
        self.skip_blanks();
        if self.rest().is_empty() {
            return Err(self.error(TagRuleErrorKind::Value));
        }
        match self.rest().strip_prefix('"') {
            Some(quoted) => {
                let length =
                    end_of_quotation(quoted).ok_or_else(|| self.error(TagRuleErrorKind::Quotation))?;
                self.at += length + "\"\"".len();
                Ok(Comparison::with_quoted(name, operator, &quoted[..length]))
            }
            None => self.bare_value().map(|value| Comparison::with_bare(name, operator, value)),
        }
    }

    /// The text up to a blank, an operator, a bracket or a quotation mark.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || "=!<>()[]\"|".contains(c);
        &rest[..rest.find(ends).unwrap_or(rest.len())]
    }

    fn operator(&mut self) -> Result<Operator, TagRuleError> {
        self.skip_blanks();
        if self.word() == "contains" {
            self.at += "contains".len();
            return Ok(Operator::Contains);
        }
        let found = SIGNS.iter().find(|(sign, _)| self.rest().starts_with(sign));
        let &(sign, operator) = found.ok_or_else(|| self.error(TagRuleErrorKind::Operator))?;
        self.at += sign.len();
        Ok(operator)
    }

    /// Reads a value without quotation marks around it: words up to `and`, `or`, a closing parenthesis or the
    /// end.
    fn bare_value(&mut self) -> Result<&'a str, TagRuleError> {
        let (begin, mut end) = (self.at, self.at);
        while !self.rest().is_empty() && (end == begin || joint(self.rest()).is_none()) {
            let length = self.rest().find(|c: char| c.is_whitespace() || "()|".contains(c));
            let length = length.unwrap_or(self.rest().len());
            if length > 0 {
                self.at += length;
                end = self.at;
            }
            if self.rest().starts_with(['(', '|']) {
                return Err(self.error(TagRuleErrorKind::Quotation));
            }
            if self.rest().starts_with(')') {
                break;
            }
            self.skip_blanks();
        }
        if end == begin {
            return Err(self.error(TagRuleErrorKind::Value));
        }
        Ok(&self.text[begin..end])
    }

    /// Reads `and` or `or`; `None` at the end of the text.
    fn joint(&mut self) -> Result<Option<Step>, TagRuleError> {
        self.skip_blanks();
        if self.rest().is_empty() {
            return Ok(None);
        }
        let (joint, length) = joint(self.rest()).ok_or_else(|| self.error(TagRuleErrorKind::Joint))?;
        self.at += length;
        Ok(Some(joint))
    }
}

/// The word `and` or `or` at the beginning of a text, in either case, and its length.
fn joint(text: &str) -> Option<(Step, usize)> {
    let length = text.find(|c: char| c.is_whitespace() || c == '(').unwrap_or(text.len());
    let is = |word: &str| text[..length].eq_ignore_ascii_case(word);
    let step = if is("and") {
        Step::And
    } else if is("or") {
        Step::Or
    } else {
        return None;
    };
    Some((step, length))
}

/// The length of a text up to the quotation mark that ends it, which no backslash escapes.
fn end_of_quotation(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })
}
