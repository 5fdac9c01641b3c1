import { z } from 'zod'
import type { Contradiction } from './contradiction'
import { laboratoryOption } from './laboratory-option'

/** How the signers of credentials are certified. */
export const certificateOptions = {
  intermediates: laboratoryOption({
    schema: z.int().min(0).max(2),
    byDefault: 0,
    description:
      'CA certificates between that of the signer of SD-JWT VCs and its root. With one, the root is one of its own, which ' +
      'trust-anchor.pem of the issuer holds: our test root allows none below it.',
  }),
  mdoc_signer: laboratoryOption({
    schema: z.enum(['iso', 'etsi']),
    byDefault: 'iso',
    description:
      'Whether the extended key usage in the certificate of the signer of mdocs is critical, as ISO/IEC 18013-5 table B.3 has ' +
      'it, or not, as TS 119 412-6 does. The latter needs trust_framework eu, where it is the default.',
  }),
}

export const certificateContradictions: readonly Contradiction[] = [
  {
    members: ['/laboratory/mdoc_signer', '/trust_framework'],
    says: 'The test root certifies signers of mdocs as ISO/IEC 18013-5 has it.',
    holds: ({ mdoc_signer: signer }, { trust_framework: framework }) => signer === 'etsi' && framework !== 'eu',
  },
  {
    members: ['/laboratory/intermediates', '/laboratory/credentials'],
    says: 'Only the signer of SD-JWT VCs has CA certificates before its root, and none is issued.',
    holds: ({ intermediates, credentials }) =>
      intermediates > 0 && credentials !== null && credentials.every(({ format }) => format === 'mso_mdoc'),
  },
]
