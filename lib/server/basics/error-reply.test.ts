import { expect, it } from 'vitest'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { errorReply, operatorErrorReply } from './error-reply'

it('a storage that answers and cannot write is not said to be silent', () => {
  const full = new StoreUnavailable('PocketBase could not write: status 503.')
  for (const reply of [errorReply(full), operatorErrorReply(full, { id: 'exchange' } as never)])
    expect(reply).toMatchObject({
      status: 503,
      body: { value: { error_description: expect.stringMatching(/does not respond or cannot write.*\/readyz/) } },
    })
})
