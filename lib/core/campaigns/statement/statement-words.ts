import type { countedRemarks } from '../official-cases/case-verdict'
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

const remarkSentences: Readonly<Record<(typeof countedRemarks)[keyof typeof countedRemarks], string>> = {
  code: 'Passed, but the error code differs.',
  stricter:
    'Failed by a check that asks more than the case: counted with the failed cases by result, and not in the line of required cases.',
  'judges this service': 'It judges this service, which issued the credential.',
}

/** A remark as a sentence: those that are counted are stored as a word. A remark that a person typed stays as it is. */
export const remarkSentence = (
  remark: string,
  { method }: { readonly method?: StatementCase['method'] } = {},
): string =>
  method === undefined || method === 'machine' || method === 'machine_silence'
    ? ((remarkSentences as Readonly<Record<string, string>>)[remark] ?? remark)
    : remark

/** Why cases that failed are missing from the line of required cases; `null` if none is. */
export const stricterWords = (count: number): string | null =>
  count === 0
    ? null
    : `${count} required ${count === 1 ? 'case' : 'cases'} failed by a check that asks more than the case: failed by result, and left out of this line.`

/** Printed on every statement, so that nobody takes it for more. */
export const selfAssessment = 'Self-assessment. No certificate, no conformity decision.'

/** Said where sessions wait to be judged, so that nobody takes the numbers for whole. */
export const sessionsLeftWords = (left: number): string =>
  `Not everything is counted: at least ${left} ${left === 1 ? 'session is' : 'sessions are'} not judged yet. Ask for this again.`

/** What a statement guarantees. */
export const promised = [
  'Every result of the machine follows from sessions that this service recorded; their ids stand with the case.',
  'What a person entered or told is marked as such, what a driver did too, and each is counted apart.',
  'What the wallet did and the declaration denies is named as a contradiction, and the case is judged.',
] as const

/** What it does not say. */
export const notPromised = [
  'That the wallet is the one that is named: the name is what the tester typed.',
  'That what was entered, told or declared is true.',
  'When the sessions took place, beyond the clock of this service, and what was deleted before.',
  'Conformity with any regulation, standard or certification scheme.',
] as const
