import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPath, shownPaths } from '../../../engine/judgements/shown-path'
import type { ClaimPosition } from '../../../ground/dcql/claim-tree'
import type { ClaimsPath } from '../../../ground/dcql/dcql-query'
import { readDcqlQuery } from '../../../ground/dcql/read-dcql-query'
import { say } from '../../../ground/values/wording'
import { deviationOf } from '../../deviations'
import { onComparedClaims } from '../../judgements/on-match'
import type { PresentedSubject } from '../../read/response/response-reading'

export const minFewerThanHeld = defineCheck<PresentedSubject>('vp.min.fewer_than_held', {
  title: 'Wallet withholds the claim that the query no longer asks for',
  problem: 'The wallet disclosed a claim that the query no longer asks for',
  clauses: ['OID4VP-1FINAL-6.4.1'],
  level: 'info',
  why: 'A wallet that always discloses the same claims ignores what it is asked for.',
  hint: 'Choose the Disclosures or elements based on the query of this request.',
  run: onComparedClaims(({ minimisation }, { presented, answer: { session } }) => {
    if (deviationOf(session)?.id !== 'drop_last_claim')
      return notApplicable(say`The test drop_last_claim was not asked for.`)
    const dropped = droppedClaim(session, presented.queryId)
    if (dropped === null) return notApplicable(say`The query asks for only one claim, so none could be dropped.`)
    const shown = minimisation.unrequested.filter((position) => isWithin(position, dropped))
    return shown.length === 0
      ? pass(shownPath(dropped))
      : violated({ expected: say`not ${shownPath(dropped)}`, actual: shownPaths(shown) })
  }),
})

/** The claim that the test dropped from a query; `null` if it dropped none. */
function droppedClaim({ options }: PresentedSubject['answer']['session'], queryId: string): ClaimsPath | null {
  const { credentials } = readDcqlQuery(options.request_before_test?.dcql_query ?? null)
  const claims = credentials.find(({ id }) => id === queryId)?.claims ?? []
  return claims.length < 2 ? null : (claims.at(-1)?.path ?? null)
}

/** True for what a path selects, and for anything inside it. OID4VP-1FINAL-7.1 */
const isWithin = (position: ClaimPosition, path: ClaimsPath): boolean =>
  position.length >= path.length &&
  path.every((step, place) => (step === null ? typeof position[place] === 'number' : step === position[place]))
