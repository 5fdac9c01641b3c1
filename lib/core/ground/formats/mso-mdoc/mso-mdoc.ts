import type { QueryMatch } from '../../dcql/dcql-reading'
import { matchCredentialQuery } from '../../dcql/match-credential-query'
import type { PidAttribute } from '../../pid/attribute'
import { invariant } from '../../ports/errors'
import type { ClaimDescription, CredentialFormat } from '../credential-format'
import type { MatchInput } from '../match-input'
import { claimWords } from '../own-credential'
import { describeMsoMdoc } from './describe-mso-mdoc'
import { issueMsoMdoc } from './issue-mso-mdoc'
import { pidNamespace } from './pid-namespace'
import { mdocClaimTree } from './read-presentation/mdoc-claim-tree'
import { readDeviceResponse } from './read-presentation/read-device-response'

/** COSE names of the one signature that is made: ES256, and the same fully specified (ESP256). OID4VCI-1FINALA-A.2.2 */
const coseAlgorithms = [-7, -9]

/** ISO/IEC 18013-5 mobile document. OID4VCI-1FINALA-A.2 */
export const msoMdoc: CredentialFormat = {
  format: 'mso_mdoc',
  signedWith: 'mdoc',
  metadata(configuration) {
    invariant(configuration.format === 'mso_mdoc', 'The credential configuration is not of format mso_mdoc.')
    return {
      format: configuration.format,
      doctype: configuration.doctype,
      cryptographic_binding_methods_supported: ['cose_key'],
      credential_signing_alg_values_supported: [...coseAlgorithms],
    }
  },
  claims: (attributes) => attributes.flatMap(descriptionOf),
  ownClaims: ({ claims, namespace }) =>
    Object.keys(claims).map((element) => ({
      path: [namespace ?? pidNamespace, element],
      mandatory: true,
      display: [{ name: claimWords(element), locale: 'en' }],
    })),
  issue: async (input) => ({ text: await issueMsoMdoc(input), made: null }),
  describe: describeMsoMdoc,
  readPresentation: readDeviceResponse,
  matchQuery: matchDeviceResponse,
}

/** A path is namespace, then element. OID4VCI-1FINALA-C.2 */
const descriptionOf = ({ mdoc, display }: PidAttribute): ClaimDescription[] =>
  mdoc === null
    ? []
    : [
        {
          path: [pidNamespace, mdoc.element],
          mandatory: true,
          display: [
            { name: display.en, locale: 'en' },
            { name: display.it, locale: 'it' },
          ],
        },
      ]

/**
 * Relates a presented mdoc to a query: the document of the wanted type, or else the first one. `null` when the query
 * asks for an mdoc and there is no document. Never throws.
 */
export function matchDeviceResponse({ query, index, reading, alsoAnswers, budget }: MatchInput): QueryMatch | null {
  if (reading.format !== 'mso_mdoc') return null
  const wanted = query.type.kind === 'doctype' ? query.type.values[0] : null
  const document = reading.documents.find(({ docType }) => docType === wanted) ?? reading.documents[0]
  // That it is in another format than the query asks for is worth telling even of an empty response.
  if (document === undefined && query.format === reading.format) return null
  return matchCredentialQuery({
    query,
    index,
    alsoAnswers,
    budget,
    presented: {
      format: reading.format,
      type: document?.docType ?? null,
      claims: document?.claimTree ?? mdocClaimTree([]),
      authorityKeyIdentifiers: document?.x5chain?.authorityKeyIdentifiers ?? [],
      holderBindingPresent: document !== undefined && (document.device.signature ?? document.device.mac) !== null,
      instance: reading.instance,
    },
  })
}
