//! `quadbit man`: the manual page.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_mangen::Man;
use clap_mangen::roff::Roff;

use crate::failure::Failure;

/// Print the manual page in roff, all commands in one
///
/// To read it: `quadbit man | man -l -`
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(super) fn run(_: &Args) -> Result<(), Failure> {
    let mut command = crate::Args::command();
    // Copies the global options into every command, because each command is printed by itself.
    command.build();
    let mut page = Vec::new();
    // The list of commands is left out: it refers to a page for each command, but all commands are on this page.
    let man = Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    man.render_extra_section(&mut page)?;
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = command.get_bin_name().unwrap_or(command.get_name());
        Roff::new().control("SH", [name.to_uppercase().as_str()]).to_writer(&mut page)?;
        let man = Man::new(command.clone());
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    Ok(io::stdout().write_all(&page)?)
}
