import { describe, expect, it } from 'vitest'
import { issuerContract } from '@/lib/contract/issuer'
import { metadataContract } from '@/lib/contract/metadata'
import { sessionContract } from '@/lib/contract/sessions'
import { exchange, session } from '../fixtures/session'
import { inspectSession } from '../inspect-session'
import { issuerFlow } from './issuer'

const entries = Object.entries({ ...issuerContract, ...metadataContract, ...sessionContract })

describe('the flow of issuance', () => {
  it('knows the purpose of every recorded operation of the contract, and of no other', () => {
    const recorded = entries.filter(([, { recorded }]) => recorded).map(([operation]) => operation)
    expect(Object.keys(issuerFlow.operations).sort()).toEqual(recorded.sort())
  })

  it('decides by the operation and never by the path', () => {
    const exchanges = [exchange('/issuers/x/token', 200, 1, { operation: 'requestNonce' })]
    const [seen] = inspectSession(issuerFlow, { session: session({ exchanges }), intended: {} }).exchanges
    expect(seen).toMatchObject({ kind: 'nonce', does: 'Fresh c_nonce' })
  })

  it('names an unmatched request by its intended operation, and an unknown one as such', () => {
    const exchanges = [
      exchange('/issuers/x/token', 405, 1, { id: 'token', operation: null }),
      exchange('/issuers/x/elsewhere', 404, 2, { operation: null }),
    ]
    const intended = { token: 'requestToken' }
    const seen = inspectSession(issuerFlow, { session: session({ exchanges }), intended })
    expect(seen.exchanges.map(({ kind, does }) => [kind, does])).toEqual([
      ['token', 'Code exchanged for an access token'],
      ['other', 'Unknown path'],
    ])
  })

  it('numbers the newest of very many exchanges by their position in the session', () => {
    const exchanges = [1, 2].map((second) => exchange('/issuers/x/token', 400, second, { operation: 'requestToken' }))
    const made = session({ exchanges })
    const recorded = { ...made.recorded, exchanges: 300 }
    const seen = inspectSession(issuerFlow, { session: { ...made, recorded }, intended: {} })
    expect(seen.exchanges.map(({ number }) => number)).toEqual([299, 300])
  })

  it('expects every exchange that has a step', () => {
    for (const flow of ['pre_authorized_code', 'authorization_code'] as const)
      for (const credential_offer_mode of ['credential_offer', 'credential_offer_uri'] as const) {
        const made = session({ flow, credential_offer_mode })
        const expected = issuerFlow.expected(made).map(({ kind }) => kind)
        const taken = issuerFlow
          .milestones(made)
          .map(({ takenBy }) => (takenBy.what === 'creation' ? null : takenBy.of))
        // A wallet may omit the notification, so nothing waits for it.
        expect([...expected.filter((kind) => taken.includes(kind)), 'notification']).toEqual(taken)
      }
  })

  it.each([
    ['credential_accepted', 'Stored, with notification'],
    ['credential_failure', 'Not stored, with notification'],
    ['credential_deleted', 'Deleted, with notification'],
  ])('ends with what the notification %s says', (event, done) => {
    const { observed } = session()
    const told = session({ observed: { ...observed, notification: { event } } })
    expect(issuerFlow.milestones(told).at(-1)).toMatchObject({ key: 'notification', done })
  })
})
