//! EPD lines, strict and relaxed: an accepted line is printed, and reading the printed line gives an equal EPD.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadbit_movegen::Epd;

fuzz_target!(|text: &str| {
    for epd in [Epd::from_epd(text), Epd::from_epd_relaxed(text)] {
        let epd = match epd {
            Ok(epd) => epd,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        let written = epd.to_string();
        assert_eq!(Epd::from_epd_relaxed(&written).as_ref(), Ok(&epd), "{written:?}");
        for operation in epd.operations() {
            assert!(epd.operands(operation.opcode()).is_some());
            for mv in epd.moves(operation.opcode()).flatten() {
                assert!(epd.position().is_legal(mv));
            }
        }
    }
});
