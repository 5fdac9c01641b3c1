import { type IssuerDeviation, reports, stops } from './issuer-deviation'
import { goesOnWith, sendsAgain } from './next-step'
import { without } from './without'

const comesBack = goesOnWith('requestDeferredCredential')

/** What an issuer that defers says wrong of its transactions. OID4VCI-1FINAL-9 */
export const deferredDeviations: readonly IssuerDeviation[] = [
  {
    id: 'deferred_other_transaction',
    title: 'A wallet that comes back for a deferred credential is told another transaction_id than its own.',
    clause: 'OID4VCI-1FINAL-9.2',
    ...reports(
      'No text says whether a wallet keeps its transaction_id, takes the new one, or stops: the issuer knows both.',
    ),
    needs: { laboratory: { deferred: {} } },
    changes: { otherTransaction: true },
    next: comesBack,
  },
  {
    id: 'deferred_no_interval',
    title: 'The credential is deferred without an interval to wait.',
    clause: 'OID4VCI-1FINAL-8.3',
    ...reports('No text says how long a wallet waits that was told no interval, or whether it stops.'),
    needs: { laboratory: { deferred: {} } },
    changes: { deferral: without('interval') },
    next: comesBack,
  },
  {
    id: 'deferred_forgotten',
    title: 'The issuer does not know the transaction_id any more that it gave.',
    clause: 'OID4VCI-1FINAL-9.3',
    ...stops('The wallet gives up the deferred credential: it sends no further request with this transaction_id.'),
    needs: { laboratory: { deferred: {} } },
    changes: {
      refusal: {
        at: 'requestDeferredCredential',
        error: 'invalid_transaction_id',
        description: 'The transaction_id is not known here: start again with a new credential request.',
      },
    },
    next: sendsAgain('requestDeferredCredential', 'transaction_id', 'the same transaction_id again'),
  },
]
