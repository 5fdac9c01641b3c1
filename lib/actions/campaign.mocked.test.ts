import { describe, expect, it, vi } from 'vitest'
import { jsonReply } from '@/lib/core/ground/http/reply'
import { startCampaign } from './campaign'

const { refusal } = vi.hoisted(() => ({ refusal: { current: {} } }))
vi.mock('@/lib/server/wiring/container', () => ({ container: () => ({}) }))
vi.mock('@/lib/server/http/router', () => ({ answerExchange: () => Promise.resolve(jsonReply(400, refusal.current)) }))

describe('a refused form of a campaign', () => {
  it.each([
    [
      { error_description: 'The member wallet.name is missing or has an illegal value.', pointer: '/wallet/name' },
      'The field “Wallet” is missing or has an illegal value.',
    ],
    [
      { error_description: 'No built-in campaign has this id.', pointer: '/campaign' },
      'Campaign: No built-in campaign has this id.',
    ],
    [{ error_description: 'Too many requests.' }, 'Too many requests.'],
    [{ error_description: 'The member x is too long.', pointer: '/x' }, 'The member x is too long.'],
    [{}, 'It could not be done.'],
  ])('names the field of the page: %j', async (said, reason) => {
    refusal.current = said
    expect(await startCampaign({}, new Headers())).toEqual({ refused: true, status: 400, reason, waitSeconds: null })
  })
})
