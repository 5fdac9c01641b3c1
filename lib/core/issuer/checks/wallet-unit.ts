import { area, of } from '../../engine/checks/area'
import { decidedBy, notObserved, pass, violated } from '../../engine/checks/check'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { StoredExchange } from '../../shared/ports/store-types'
import { quote, say } from '../../shared/values/wording'
import { saysRevoked } from '../judgements/unit-status'
import { keyStorageStatus } from './key-attestation/unit-status'
import { unitStatus } from './wallet-attestation/unit-status'

const tellsOfRevocation: readonly string[] = [unitStatus.status_valid.id, keyStorageStatus.status_valid.id]

/** Whether the response to a request said that the wallet unit is revoked. */
const tellsSo = ({ findings }: StoredExchange): boolean =>
  findings.some(({ id, rejected, reason }) => rejected && tellsOfRevocation.includes(id) && saysRevoked(reason))

/** What the wallet sent. Documents that it reads are no attempt. */
const sentBy = (later: readonly StoredExchange[]): readonly StoredExchange[] =>
  later.filter(({ origin, correlation, method }) => origin === 'wallet' && correlation === 'exact' && method === 'POST')

/** Whether the first of these follows 401 `invalid_token`, which asks for a new token: that is no attempt. RFC6750-3.1 */
const asksForToken = (told: StoredExchange, [first]: readonly StoredExchange[]): boolean =>
  told.response.status === 401 && told.operation !== 'requestToken' && first?.operation === 'requestToken'

/** What a wallet does once it is told that its unit is revoked. No text says, so it is only told. */
export const walletUnitSession = area(
  'vci.wallet_unit',
  { subject: of<IssuanceEvidence>(), profile: 'eu', impossibleIn: ['no_wallet_unit'] },
  {
    after_revocation: {
      title: 'Wallet sends nothing after it was told that its unit is revoked',
      problem: 'The wallet went on after it was told that its unit is revoked',
      clauses: ['TS3-2.4.3'],
      level: 'info',
      why: 'A revoked unit gets nothing any more, and its user learns of it only if the wallet stops and says so.',
      hint: 'Stop after the refusal, and tell the user that the wallet has to be set up anew.',
      run: ({ exchanges }) => {
        const at = exchanges.findIndex(tellsSo)
        const told = exchanges[at]
        if (told === undefined) return notObserved(say`No response told the wallet that its unit is revoked.`)
        const later = sentBy(exchanges.slice(at + 1))
        const sent = asksForToken(told, later) ? later.slice(1) : later
        const [first] = sent
        if (first === undefined)
          return decidedBy(told, pass(asksForToken(told, later) ? say`nothing but one token request` : say`nothing`))
        const names = [...new Set(sent.map(({ operation, path }) => operation ?? path))].slice(0, 10)
        return decidedBy(first, violated({ expected: say`nothing`, actual: names.map(quote) }))
      },
    },
  },
)
