import { type IssuerDeviation, reports } from './issuer-deviation'
import { notifies } from './next-step'
import { withFlippedBit } from './with-flipped-bit'

const needs = { laboratory: { batch: {} } } as const

/** A batch is not what the wallet asked for. OID4VCI-1FINAL-8.3, OID4VCI-1FINAL-11.1 */
export const batchDeviations: readonly IssuerDeviation[] = [
  {
    id: 'batch_more',
    title: 'The response has more credentials than the wallet sent keys.',
    clause: 'OID4VCI-1FINAL-8.3',
    ...reports('No text says what the wallet does with a second credential for one key.'),
    needs,
    changes: { batch: (right) => [...right, ...right.slice(0, 1)] },
    next: notifies,
    silence: 'says_nothing',
  },
  {
    id: 'batch_one_bad',
    title: 'The signature of one credential of the batch is wrong.',
    clause: 'OID4VCI-1FINAL-11.1',
    expects: 'refusal',
    must: 'The wallet must treat the whole issuance as failed. If it notifies, it reports credential_failure.',
    needs,
    changes: {
      batch: (right) =>
        right.map((input, index) =>
          index < right.length - 1
            ? input
            : { ...input, signer: { ...input.signer, sign: (data) => withFlippedBit(input.signer.sign(data)) } },
        ),
    },
    next: notifies,
    silence: 'says_nothing',
  },
]
