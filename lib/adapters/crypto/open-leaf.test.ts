import { expect, it } from 'vitest'
import { errorReply } from '@/lib/server/basics/error-reply'
import { KeyFileError } from './key-file-error'
import { onceOpened } from './open-leaf'

const failedWrite = (code: string) =>
  new KeyFileError('The key directory keys cannot be written.', { cause: Object.assign(new Error(code), { code }) })

it.each(['ENOSPC', 'EDQUOT'])(
  'a key that has no room on the disk (%s) is 503, and is made once there is room',
  async (code) => {
    let isFull = true
    const open = onceOpened(async () => {
      if (isFull) throw failedWrite(code)
      return 'key'
    })
    const error = await open().catch((thrown: unknown) => thrown)
    expect(errorReply(error)).toMatchObject({
      status: 503,
      body: { value: { error: 'temporarily_unavailable', error_description: expect.stringMatching(/disk .* full/) } },
    })
    isFull = false
    expect(await open()).toBe('key')
    expect(open()).toBe(open())
  },
)

it('any other problem with a key stays what it is', async () => {
  const error = failedWrite('EACCES')
  await expect(onceOpened(() => Promise.reject(error))()).rejects.toBe(error)
})
