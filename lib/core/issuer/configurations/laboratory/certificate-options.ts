import { z } from 'zod'
import type { Contradiction } from './contradiction'
import { laboratoryOption } from './laboratory-option'

/** How the signer of SD-JWT VCs is certified. */
export const certificateOptions = {
  intermediates: laboratoryOption({
    schema: z.int().min(0).max(2),
    byDefault: 0,
    description:
      'CA certificates between that of the signer of SD-JWT VCs and its root. With one, the root is one of its own, which ' +
      'trust-anchor.pem of the issuer holds: our test root allows none below it.',
  }),
}

export const certificateContradictions: readonly Contradiction[] = [
  {
    members: ['/laboratory/intermediates', '/laboratory/credentials'],
    says: 'Only the signer of SD-JWT VCs has CA certificates before its root, and none is issued.',
    holds: ({ intermediates, credentials }) =>
      intermediates > 0 && credentials !== null && credentials.every(({ format }) => format === 'mso_mdoc'),
  },
]
