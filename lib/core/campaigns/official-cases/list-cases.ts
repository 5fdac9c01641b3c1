import type { Sha256 } from '../../shared/ports/ports'
import { toHex, utf8 } from '../../shared/values/base64url'
import { caseFacts } from './case-facts'
import { decidableIn, defaultEdition, type Edition, editions } from './editions'
import { frameworkOf } from './framework'
import { isDecidable, isUnhappy, type OfficialCase, type Population, type Side, sides } from './official-case'
import { tableCsv } from './parse-cases'
import type { EditionView, OfficialCasesView } from './z-coverage'

/** What an edition is of, with the hash of its table. */
export function editionView({ facts, ...edition }: Edition, sha256: Sha256): EditionView {
  const { id, title, repository, branch, commit, date, status, complete, previous, attribution } = facts
  return {
    ...{ id, title, repository, branch, commit, date, status, complete, previous },
    sides: [...facts.sides],
    baselines: [...facts.baselines],
    table_sha256: tableHash({ facts, ...edition }, sha256),
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
    editions: editions.map((one) => ({
      ...{ id: one.facts.id, title: one.facts.title, commit: one.facts.commit, date: one.facts.date },
      complete: one.facts.complete,
      default: one === defaultEdition,
      cases: one.cases.length,
      decidable: decidableIn(one),
    })),
    baselines: Object.fromEntries(
      sides.map((side) => {
        const own = edition.cases.filter((one) => one.baseline && one.side === side)
        return [side, { cases: own.length, decidable: own.filter(isDecidable).length }]
      }),
    ) as OfficialCasesView['baselines'],
  }
}
