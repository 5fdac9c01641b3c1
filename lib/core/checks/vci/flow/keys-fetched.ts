import { exchangesOf, type SessionEvidence } from '../../../evidence/session-evidence'
import { decidedBy, defineCheck, notObserved, pass } from '../../check'

export const metadataJwksFetched = defineCheck<SessionEvidence>('vci.metadata.jwks_fetched', {
  group: 'metadata',
  title: 'Wallet looks up the keys that sign the credential',
  clauses: ['SDJWTVC-5'],
  level: 'info',
  why: 'A wallet that verifies what it gets needs the issuer keys, from this document or from the certificate.',
  hint: 'Verify the credential with the keys of the JWT VC issuer metadata or with its x5c chain.',
  run: (evidence) => {
    const [seen] = ['getCredentialKeys', 'getJwtVcIssuerMetadata'].flatMap((operation) =>
      exchangesOf(evidence, operation),
    )
    return seen
      ? decidedBy(seen, pass())
      : notObserved('No fetch was seen; the wallet may verify with the certificate chain.')
  },
})
