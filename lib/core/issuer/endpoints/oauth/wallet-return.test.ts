import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import type { KeyedHash } from '../../../shared/ports/ports'
import { sealReturn, unsealReturn } from './wallet-return'

const keyedHash: KeyedHash = (purpose, data) => createHmac('sha256', `key ${purpose}`).update(data).digest()

describe('the sealed way back', () => {
  it('opens to what was sealed, whatever a wallet sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string(),
        fc.option(fc.string()),
        fc.string({ minLength: 1 }),
        async (redirectUri, state, handle) => {
          const sealed = await sealReturn({ redirectUri, state }, handle, keyedHash)
          expect(await unsealReturn(sealed, handle, keyedHash)).toEqual({ redirectUri, state })
        },
      ),
      runs(),
    )
  })

  it('shows nothing of the text, and opens under no other handle', async () => {
    const back = { redirectUri: 'https://wallet.example/cb', state: 'a-secret-state' }
    const sealed = await sealReturn(back, 'one', keyedHash)
    for (const part of sealed.split('.'))
      expect(Buffer.from(part, 'base64url').toString('latin1')).not.toContain('secret')
    expect(await unsealReturn(sealed, 'two', keyedHash)).toBeNull()
    expect(await unsealReturn(undefined, 'one', keyedHash)).toBeNull()
    expect(await unsealReturn('not base64url!', 'one', keyedHash)).toBeNull()
  })

  it('does not open once a byte of it was changed', async () => {
    const back = { redirectUri: 'https://wallet.example/cb', state: 'abc' }
    const parts = (await sealReturn(back, 'one', keyedHash)).split('.')
    for (const part of [0, 2, 3, 4]) {
      const bytes = Buffer.from(parts[part] ?? '', 'base64url')
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
      const changed = parts.with(part, bytes.toString('base64url')).join('.')
      expect(await unsealReturn(changed, 'one', keyedHash)).toBeNull()
    }
  })
})
