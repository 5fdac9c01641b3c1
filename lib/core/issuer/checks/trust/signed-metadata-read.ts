import { decidedBy, defineCheck, notApplicable, notObserved, pass, violated } from '../../../engine/checks/check'
import { exchangesOf, firstFlowExchange, type IssuanceEvidence } from '../../../engine/sessions/session-evidence'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { behaviourOf } from '../../configurations/issuer-in-play'

export const trustSignedMetadataRead = defineCheck<IssuanceEvidence>('vci.trust.signed_metadata_read', {
  title: 'Wallet reads the signed issuer metadata before it asks for anything',
  problem: 'The wallet did not read the signed issuer metadata before it asked for anything',
  clauses: ['ARF3-ISSU_24', 'ARF3-ISSU_34'],
  level: 'must',
  profile: 'eu',
  why: 'Only the signature of the metadata shows the access certificate of the issuer, which a wallet has to verify first.',
  hint: 'Ask for the credential issuer metadata with Accept: application/jwt, and verify the signature and its certificates.',
  run: (evidence) => {
    const { session } = evidence
    if (session.options.trust === undefined)
      return notApplicable(say`The session is outside the European trust framework.`)
    if (behaviourOf(session).signed_metadata === 'never') return notApplicable(say`This issuer signs no metadata.`)
    const signed = exchangesOf(evidence, 'getIssuerMetadata').find(
      ({ response }) => response.contentType?.startsWith('application/jwt') === true,
    )
    const first = firstFlowExchange(evidence)
    if (signed !== undefined && (first === null || signed.at <= first.at)) return decidedBy(signed, pass())
    return first === null
      ? notObserved(say`The wallet has not started yet.`)
      : decidedBy(first, violated({ expected: say`application/jwt`, actual: bare.notAskedFor }))
  },
})
