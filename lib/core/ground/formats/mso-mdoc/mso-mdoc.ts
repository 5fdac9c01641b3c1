import type { PidAttribute } from '../../pid/attribute'
import { invariant } from '../../ports/errors'
import type { ClaimDescription, CredentialFormat } from '../credential-format'
import { claimWords } from '../own-credential'
import { describeMsoMdoc } from './describe-mso-mdoc'
import { issueMsoMdoc } from './issue-mso-mdoc'
import { pidNamespace } from './pid-namespace'
import { matchDeviceResponse } from './read-presentation/match-device-response'
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
