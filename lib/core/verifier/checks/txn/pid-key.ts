import { area, of } from '../../../engine/checks/area'
import { notApplicable, pass, violated } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown'
import { isPidDoctype } from '../../../shared/pid/pid-types'
import { quote, say } from '../../../shared/values/wording'
import { isPidSdJwt } from '../../judgements/is-pid'
import type { PresentedSubject } from '../../read/response/response-reading'
import { withoutTransactions } from './transactions'

/** How the key of a PID confirmed something is beside the point, as it must not. */
const ofProofs = [
  'vp.txn.hashes_type',
  'vp.txn.hashes_match',
  'vp.txn.no_foreign_hashes',
  'vp.txn.alg_present',
  'vp.txn.alg_allowed',
  'vp.txn.right_credential',
  'vp.txn.one_credential',
] as const

/** Whether the key of a PID confirmed transaction data. PIDRB-5 */
export const pidKeyChecks = Object.values(
  area(
    'vp.txn',
    { subject: of<PresentedSubject>(), profile: 'pid' },
    {
      pid_key: {
        title: 'No PID confirms transaction data',
        reasons: {
          signed: {
            says: 'The key of a PID signed transaction data',
            fix: 'Confirm transaction data with a credential made for that, and refuse with invalid_transaction_data where only a PID could.',
          },
        },
        explains: ['vp.negative.rejected', ...ofProofs],
        clauses: ['PIDRB-5'],
        level: 'must',
        judges: { token: 'presented_credential', member: 'key_binding.claims.transaction_data_hashes' },
        why: 'A PID says who somebody is. Whoever could pay or sign with it would turn each identification into a risk.',
        run: ({ presented, answer }) => {
          const { reading } = presented
          const without = withoutTransactions(answer.request)
          if (without !== null) return notApplicable(without)
          if (reading.format === 'dc+sd-jwt') {
            if (!isPidSdJwt(presented)) return notApplicable(say`The credential is not a PID.`)
            if (!reading.kbJwt.present || reading.kbJwt.transactionData.hashes === undefined) return pass()
            return violated('signed', {
              expected: say`no transaction_data_hashes`,
              actual: quote('transaction_data_hashes'),
            })
          }
          const pids = reading.documents.filter(({ docType }) => isPidDoctype(docType))
          if (pids.length === 0) return notApplicable(say`The credential is not a PID.`)
          const signed = pids.flatMap(({ device }) => device.elements.map(({ namespace, name }) => [namespace, name]))
          return signed.length === 0
            ? pass()
            : violated('signed', {
                expected: say`no element that the device signed`,
                actual: shownPaths(signed.slice(0, 20)),
              })
        },
      },
    },
  ),
)
