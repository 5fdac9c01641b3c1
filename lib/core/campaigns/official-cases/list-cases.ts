import { caseFacts } from './case-facts'
import { officialCases } from './cases'
import { framework } from './framework'
import type { Population } from './official-case'
import { foldCoverage } from './wallet-coverage'
import type { OfficialCasesView } from './z-coverage'

/** Every case, what decides it, and totals. */
export function listCases(): OfficialCasesView {
  const { cases, decidable, conditional, manual, gap, out_of_scope } = foldCoverage([]).counts
  const ofPopulation = (wanted: Population) => officialCases.filter(({ population }) => population === wanted).length
  return {
    framework,
    counts: {
      cases,
      decidable,
      conditional,
      manual,
      gap,
      out_of_scope,
      wallet: ofPopulation('wallet'),
      pid_content: ofPopulation('pid_content'),
      credential: ofPopulation('credential'),
    },
    cases: officialCases.map((one) => ({ ...caseFacts(one), channel: one.channel })),
  }
}
