//! Binpack read and written by the crate sfbinpack.

use std::io::Cursor;

use sfbinpack::{
    CompressedTrainingDataEntryReader as Reader, CompressedTrainingDataEntryWriter as Writer,
    TrainingDataEntry,
};

pub(crate) fn read(file: &[u8], mut each: impl FnMut(&TrainingDataEntry)) {
    let mut reader = Reader::new(Cursor::new(file)).expect("sfbinpack reads the file");
    while reader.has_next() {
        each(&reader.next());
    }
}

pub(crate) fn entries(file: &[u8]) -> Vec<TrainingDataEntry> {
    let mut entries = Vec::new();
    read(file, |entry| entries.push(*entry));
    entries
}

pub(crate) fn write(entries: &[TrainingDataEntry]) -> Vec<u8> {
    let mut writer = Writer::new_in_memory().expect("sfbinpack writes into memory");
    for entry in entries {
        writer.write_entry(entry).expect("sfbinpack writes the entry");
    }
    writer.flush_and_end();
    writer.into_bytes().expect("sfbinpack gives its bytes")
}

pub(crate) fn lines(entries: &[TrainingDataEntry]) -> Vec<String> {
    entries.iter().map(ToString::to_string).collect()
}
