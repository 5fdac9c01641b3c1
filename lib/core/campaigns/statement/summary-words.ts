import { visibleText } from '../../shared/values/escape'
import { tellerWords } from '../reports/step-outcome'
import { sessionsLeftWords } from './statement-words'
import type { Summary } from './z-summary'

type Counts = Pick<Summary['headline'], 'of' | 'passed' | 'failed' | 'inconclusive' | 'not_run'>

/** A paragraph of the page. */
export interface SummaryBlock {
  readonly kind: 'title' | 'heading' | 'strong' | 'text' | 'small'
  readonly text: string
  /** Drawn below it: the same numbers as in its words. */
  readonly bar?: Counts
}

/** What the page says, in order: HTML and PDF show these blocks and nothing else. */
export function summaryBlocks(summary: Omit<Summary, 'text'>): SummaryBlock[] {
  const { wallet, edition, headline, baselines, causes, more_causes, not_run, statement, service } = summary
  const bar = (name: string, counts: Summary['headline'] | null): SummaryBlock[] =>
    counts === null ? [] : [{ kind: 'text', text: `${name}: ${counts.sentence}.`, bar: counts }]
  const told = tellerWords({
    person: headline.told,
    driver: headline.told_by_driver,
    unrecorded: headline.told_unrecorded,
  })
  const blocks: SummaryBlock[] = [
    { kind: 'title', text: 'Conformance tests of a wallet, on one page' },
    { kind: 'strong', text: summary.claim },
    { kind: 'text', text: `Wallet: ${wallet.name}` },
    { kind: 'text', text: `Version: ${wallet.version}` },
    { kind: 'text', text: tested(summary) },
    { kind: 'text', text: `Edition ${edition.id}: ${edition.title}. Commit ${edition.commit}, ${edition.status}.` },
    ...(edition.complete ? [] : [{ kind: 'text' as const, text: partial(edition.previous) }]),
    { kind: 'heading', text: 'Results' },
    ...(summary.sessions_left === 0
      ? []
      : [{ kind: 'strong' as const, text: sessionsLeftWords(summary.sessions_left) }]),
    ...bar('Baseline issuance', baselines.issuance),
    ...bar('Baseline presentation', baselines.presentation),
    ...bar('All required cases that judge the wallet', headline),
    ...(told === '' ? [] : [{ kind: 'text' as const, text: `In these numbers, by what was told: ${told}.` }]),
    {
      kind: 'small',
      text: 'Each bar, from the left: passed (dark), failed (striped), inconclusive (grey), not run (white).',
    },
    { kind: 'heading', text: 'What to fix' },
    ...causes.flatMap(({ check, says, fix, cases }, index): SummaryBlock[] => [
      { kind: 'text', text: `${index + 1}. ${says} (${counted(cases, 'case')}, ${check})` },
      { kind: 'text', text: `What to do: ${fix}` },
    ]),
    ...(causes.length === 0 ? [{ kind: 'text' as const, text: 'No case that counts failed.' }] : []),
    ...(more_causes === 0 ? [] : [{ kind: 'text' as const, text: `Besides: ${counted(more_causes, 'cause')}.` }]),
    ...(headline.stricter === 0
      ? []
      : [
          {
            kind: 'text' as const,
            text: `${counted(headline.stricter, 'case')} failed by a check that asks more than the case: counted nowhere.`,
          },
        ]),
    { kind: 'heading', text: 'What was not run' },
    { kind: 'text', text: notRunWords(not_run) },
    { kind: 'heading', text: 'Statement' },
    { kind: 'small', text: statement.url },
    { kind: 'small', text: `SHA-256: ${statement.sha256}` },
    { kind: 'small', text: `Made by Wallet Capture ${service.version}, ${service.base_url}. ${edition.attribution}` },
  ]
  return blocks.map((one) => ({ ...one, text: visibleText(one.text) }))
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const day = (time: string): string => time.slice(0, 10)

const tested = ({ first_run, last_run }: Pick<Summary, 'first_run' | 'last_run'>): string =>
  first_run === null || last_run === null
    ? 'No run has decided a case.'
    : `First deciding run: ${day(first_run)}. Last deciding run: ${day(last_run)}. Days are in UTC.`

const partial = (previous: string | null): string =>
  `This edition is partial: it does not hold all cases of its draft.${previous === null ? '' : ` The one before is ${previous}.`}`

function notRunWords({ cases, sessions, minutes, elsewhere, emulated }: Summary['not_run']): string {
  if (cases === 0) return 'A session was run for each case that counts.'
  const here =
    sessions === 0 ? '' : ` They need ${counted(sessions, 'session')}, about ${counted(minutes, 'minute')} by hand.`
  const other = elsewhere === 0 ? '' : ` ${counted(elsewhere, 'session')} cannot run at this installation.`
  const played =
    emulated === 0 ? '' : ` For ${counted(emulated, 'case')} a program played the browser, which decides nothing.`
  return `${counted(cases, 'case')} that ${cases === 1 ? 'counts is' : 'count are'} not decided by any session yet.${here}${other}${played}`
}
