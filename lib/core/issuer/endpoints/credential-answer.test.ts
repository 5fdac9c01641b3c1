import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { expect, it } from 'vitest'
import { epochMillis } from '../../shared/time/time'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { type AnsweredRequest, answerCredentials } from './credential-answer'

it('a long response is encrypted in a turn of its own, and redacted in a later one', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES')
  const encryption = { jwk: { publicJwk: await exportJWK(publicKey), kid: null }, enc: 'A128GCM' }
  const request = { responseEncryption: encryption, dpop: { policy: 'off' }, now: epochMillis(0) }
  let turns = 0
  const turn = async () => {
    turns += 1
  }
  const context = { issuer: { id: 'lab:1' }, ports: { turn, keyedHash: () => new Uint8Array() } }
  const turnsFor = async (credential: string) => {
    turns = 0
    const body = { credentials: [{ credential }] }
    const reply = await answerCredentials(
      200,
      body,
      request as unknown as AnsweredRequest,
      context as unknown as IssuerContext,
    )
    const jwe = reply.body?.kind === 'text' ? reply.body.text : ''
    expect(JSON.parse(new TextDecoder().decode((await compactDecrypt(jwe, privateKey)).plaintext))).toEqual(body)
    return turns
  }
  expect([await turnsFor('x'), await turnsFor('x'.repeat(70_000))]).toEqual([0, 2])
})
