import '@/lib/testing/pages-setup'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { jsonReply } from '@/lib/core/shared/http/reply'
import { shared } from '@/lib/server/pages/shared'
import { startCampaign } from './campaign'

const answer = vi.spyOn(shared(), 'answerExchange')
beforeAll(() => {
  vi.stubGlobal('walletCaptureContainer', {})
})
afterAll(() => {
  vi.unstubAllGlobals()
  answer.mockRestore()
})

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
    answer.mockResolvedValueOnce(jsonReply(400, said))
    expect(await startCampaign({}, new Headers())).toEqual({ refused: true, status: 400, reason, waitSeconds: null })
  })
})
