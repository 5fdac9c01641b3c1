import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { exchangesOf, isOver, type SessionEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { firstIssued } from '../../judgements/first-issued'

const documents = ['getCredentialKeys', 'getJwtVcIssuerMetadata']

export const metadataJwksFetched = defineCheck<SessionEvidence>('vci.metadata.jwks_fetched', {
  title: 'Wallet looks up the keys that sign the credential',
  problem: 'The wallet did not look up the keys that sign the credential',
  clauses: ['SDJWTVC-5', 'SDJWTVC-3.5'],
  level: 'info',
  why: 'To verify the credential, a wallet needs the issuer keys, from this document or from the certificate.',
  hint: 'Verify the credential with the keys of the JWT VC issuer metadata or with its x5c chain.',
  run: (evidence) => {
    const [seen] = documents.flatMap((operation) => exchangesOf(evidence, operation))
    if (seen) return decidedBy(seen, pass())
    const issued = firstIssued(evidence)
    if (issued === undefined || !isOver(evidence)) return notObserved(say`No fetch was seen yet.`)
    const actual = say`none seen; the wallet may have verified with the certificate chain`
    return decidedBy(issued, violated({ expected: say`a fetch of the issuer keys`, actual }))
  },
})
