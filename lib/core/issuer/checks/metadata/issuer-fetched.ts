import { decidedBy, defineCheck, notObserved, pass, tolerated, violated } from '../../../engine/checks/check'
import { exchangesOf, firstFlowExchange, type IssuanceEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { hasOwnIssuer } from '../../configurations/issuer-in-play'

export const metadataIssuerFetched = defineCheck<IssuanceEvidence>('vci.metadata.issuer_fetched', {
  title: 'Wallet reads the issuer metadata before it starts',
  problem: 'The wallet did not read the issuer metadata before it started',
  clauses: ['OID4VCI-1FINAL-12.2.2', 'OID4VCI-1FINAL-13.5'],
  level: 'must',
  why: 'Only the metadata says where the endpoints are and what a proof must look like.',
  hint: 'Fetch the credential issuer metadata at the start of each session, or make sure that a cached copy is fresh.',
  run: (evidence) => {
    const first = firstFlowExchange(evidence)
    if (first === null) return notObserved(say`The wallet has not started yet.`)
    const fetched = exchangesOf(evidence, 'getIssuerMetadata').find(({ at }) => at <= first.at)
    if (fetched) return decidedBy(fetched, pass())
    const expected = say`a fetch before the first request`
    return decidedBy(
      first,
      hasOwnIssuer(evidence.session)
        ? violated({ expected, actual: say`none seen` })
        : tolerated({ expected, actual: say`none seen; perhaps cached` }),
    )
  },
})
