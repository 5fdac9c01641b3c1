import type { StatementCase } from './z-statement'

/** Who decided a case, in words. */
export const methodWords: Readonly<Record<StatementCase['method'], string>> = {
  machine: 'by sessions',
  machine_silence: 'by silence, with a control session',
  person: 'by a person',
  driver: 'by a driver',
  told: 'by what was told, by whom is not recorded',
  none: 'by nothing',
}

/** The result of a case in words. */
export const resultWords: Readonly<Record<StatementCase['result'], string>> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  not_applicable: 'not applicable',
  not_run: 'not run',
  manual: 'needs a person',
  out: 'not decided here',
}
