import type { Sha256 } from '../../shared/ports/ports'
import { toHex, utf8 } from '../../shared/values/base64url'
import { caseFacts } from './case-facts'
import { type Draft, draftFacts, drafts } from './drafts'
import type { EditionFacts } from './edition-facts'
import { decidableIn, defaultEdition, type Edition, editions } from './editions'
import { frameworkOf } from './framework'
import { isDecidable, isUnhappy, type OfficialCase, type Population, type Side, sideOf, sides } from './official-case'
import { tableCsv } from './table-csv'
import type { EditionView, OfficialCasesView } from './z-coverage'

/** What an edition is of, with the hash of its table. */
export const editionView = (edition: Edition, sha256: Sha256): EditionView =>
  factsView(edition.facts, tableHash(edition, sha256))

function factsView(facts: EditionFacts, tableSha256: string): EditionView {
  const { id, title, repository, branch, commit, date, status, complete, previous, attribution } = facts
  return {
    ...{ id, title, repository, branch, commit, date, status, complete, previous },
    sides: [...facts.sides],
    baselines: [...facts.baselines],
    table_sha256: tableSha256,
    attribution,
  }
}

/** SHA-256 of the table of an edition, in hexadecimal. */
export const tableHash = (edition: Edition, sha256: Sha256): string => toHex(sha256(utf8(tableCsv(edition))))

/** What a case has besides, that the edition of a wallet's coverage shows too. */
export const editionMembers = (one: OfficialCase) => ({
  side: one.side,
  group: one.area,
  baseline: one.baseline,
  unhappy: isUnhappy(one),
  references: [...one.references],
  kin: one.kin,
  from: [...one.from],
  at: one.at,
  fit: one.fit,
})

/** Every case of an edition, or of the baseline of a side, with what decides it, and totals. */
export function listCases(edition: Edition, sha256: Sha256, baseline: Side | null = null): OfficialCasesView {
  const cases = edition.cases.filter((one) => baseline === null || (one.baseline && one.side === baseline))
  const count = (wanted: (one: OfficialCase) => boolean) => cases.filter(wanted).length
  const ofPopulation = (wanted: Population) => count(({ population }) => population === wanted)
  return {
    framework: frameworkOf(edition),
    counts: {
      cases: cases.length,
      decidable: count(isDecidable),
      conditional: count((one) => isDecidable(one) && one.condition !== null),
      manual: count(({ class: kind }) => kind === 'manual'),
      gap: count(({ class: kind }) => kind === 'gap'),
      out_of_scope: count(({ class: kind }) => kind === 'out_of_scope'),
      wallet: ofPopulation('wallet'),
      pid_content: ofPopulation('pid_content'),
      credential: ofPopulation('credential'),
    },
    cases: cases.map((one) => ({
      ...caseFacts(one),
      channel: one.channel,
      applies_if: one.applies_if,
      ...editionMembers(one),
    })),
    edition: editionView(edition, sha256),
    ...listEditions(),
    baselines: Object.fromEntries(
      sides.map((side) => {
        const own = edition.cases.filter((one) => one.baseline && one.side === side)
        return [side, { cases: own.length, decidable: own.filter(isDecidable).length }]
      }),
    ) as OfficialCasesView['baselines'],
  }
}

/** Every edition, newest first, and the drafts where there are some. */
const listEditions = (): Pick<OfficialCasesView, 'editions' | 'drafts'> => ({
  editions: editions.map((one) => ({
    ...{ id: one.facts.id, title: one.facts.title, commit: one.facts.commit, date: one.facts.date },
    complete: one.facts.complete,
    default: one === defaultEdition,
    cases: one.cases.length,
    decidable: decidableIn(one),
  })),
  ...(drafts.length === 0
    ? {}
    : {
        drafts: drafts.map((one) => ({
          ...{ id: one.id, title: draftFacts(one).title, commit: one.commit, date: one.date, complete: one.complete },
          cases: one.cases.length,
          open: openIn(one),
        })),
      }),
})

/** How many cases of a draft nobody has decided yet. */
const openIn = ({ cases }: Draft): number => cases.filter(({ verdict }) => verdict === null).length

const noCounts: OfficialCasesView['counts'] = {
  ...{ cases: 0, decidable: 0, conditional: 0, manual: 0, gap: 0, out_of_scope: 0 },
  ...{ wallet: 0, pid_content: 0, credential: 0 },
}

/** A draft with every case of it, or of the baseline of a side. It counts nowhere, so all numbers are 0. */
export function listDraft(draft: Draft, baseline: Side | null = null): OfficialCasesView {
  const facts = draftFacts(draft)
  const cases = draft.cases.filter((one) => baseline === null || (one.baseline && sideOf(one.id) === baseline))
  return {
    framework: frameworkOf({ facts }),
    counts: noCounts,
    cases: [],
    edition: factsView(facts, draft.table_sha256),
    ...listEditions(),
    baselines: { issuance: { cases: 0, decidable: 0 }, presentation: { cases: 0, decidable: 0 } },
    draft: {
      open: openIn({ ...draft, cases }),
      cases: cases.map(({ text, ...one }) => ({
        ...one,
        ...{ from: [...one.from], checks: [...one.checks] },
        side: sideOf(one.id),
        url: text === null ? null : `${facts.repository}/blob/${text.commit}/${text.path}`,
        review_needed: true,
      })),
    },
  }
}
