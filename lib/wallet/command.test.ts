import { afterEach, describe, expect, it } from 'vitest'
import { runCommand } from './command'
import { misbehaviours } from './misbehaviours/issuance/registry'
import { type Script, type ScriptedIssuer, startScriptedIssuer } from './testing/scripted-issuer'

const open: ScriptedIssuer[] = []
const start = async (script?: Script) => {
  const issuer = await startScriptedIssuer(script)
  open.push(issuer)
  return issuer
}
afterEach(async () => {
  for (const issuer of open.splice(0)) await issuer.close()
})

const call = async (...argv: string[]) => {
  const printed: string[] = []
  const complaints: string[] = []
  const code = await runCommand(argv, {
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
  })
  return { code, printed, complaints }
}

describe('the wallet command', () => {
  it('prints a line for each request and the stored credential, and ends with 0', async () => {
    const { code, printed } = await call((await start()).deeplink)
    expect(code).toBe(0)
    expect(printed).toHaveLength(8)
    expect(printed[2]).toMatch(/POST \/issuers\/test\/token +200 {2}an access token of type DPoP/)
    expect(printed[7]).toMatch(/^Stored: dc\+sd-jwt urn:eudi:pid:1/)
  })

  it('ends with 1 and the words of the issuer when it is refused', async () => {
    const body = {
      error: 'invalid_grant',
      error_description: 'The code is spent',
      error_uri: 'https://example.com/checks/x',
    }
    const issuer = await start({ answer: ({ path }) => (path.endsWith('/token') ? { status: 400, body } : null) })
    const { code, printed } = await call(issuer.deeplink)
    expect(code).toBe(1)
    expect(printed.slice(-3)).toEqual([
      'Refused by the issuer: 400 invalid_grant',
      '  The code is spent',
      '  https://example.com/checks/x',
    ])
  })

  it('ends with 1 when the wallet stops', async () => {
    const { code, printed } = await call((await start({ txCode: true })).deeplink)
    expect(code).toBe(1)
    expect(printed.at(-1)).toBe('Stopped by the wallet: The offer asks for a transaction code')
  })

  it('prints no token, code, nonce or proof', async () => {
    const issuer = await start({ byReference: true, keyAttestations: true, txCode: true })
    const { printed } = await call(issuer.deeplink, '--tx-code', '907214')
    const text = printed.join('\n')
    for (const secret of ['the-access-token', 'the-code', 'c-nonce-', 'as-nonce', 'rs-nonce', '907214', 'eyJ']) {
      expect(text).not.toContain(secret)
    }
  })

  it('marks what it did wrong on purpose', async () => {
    const { printed } = await call((await start()).deeplink, '--misbehave', 'vci.token.params_in_body')
    expect(printed.filter((line) => line.startsWith('!'))).toEqual([
      expect.stringMatching(/^! POST \/issuers\/test\/token/),
      '! marks what the wallet did wrong on purpose.',
    ])
  })

  it('lists every misbehaviour', async () => {
    const { code, printed } = await call('--list')
    expect(code).toBe(0)
    expect(printed).toHaveLength(misbehaviours.length)
  })

  it.each([
    [[], 'The credential offer link is missing.'],
    [['a://?x', 'b://?x'], 'One link at a time, in quotation marks.'],
    [['openid4vp://?client_id=a&request_uri=b'], 'This wallet takes credential offers only, so far.'],
    [['a://?x', '--misbehave', 'nothing'], 'There is no misbehaviour named nothing. --list names them all.'],
    [['a://?x', '--proof', 'cwt'], '--proof is one of jwt, attestation.'],
    [['a://?x', '--attested-keys', '0'], '--attested-keys is a number from 1 to 99.'],
    [['a://?x', '--ca', '/no/such/file.pem'], 'The file /no/such/file.pem cannot be read.'],
  ])('ends with 2 when it does not understand %j', async (argv, complaint) => {
    const { code, complaints } = await call(...argv)
    expect(code).toBe(2)
    expect(complaints[0]).toBe(complaint)
  })

  it('ends with 2 for an unknown option', async () => {
    expect((await call('a://?x', '--colour')).code).toBe(2)
  })

  it('hands the choices on to the wallet', async () => {
    const issuer = await start({ keyAttestations: true })
    const { code } = await call(
      issuer.deeplink,
      '--key-reference',
      'kid',
      '--attested-keys',
      '2',
      '--client-id',
      'me',
      '--attest',
      'always',
    )
    expect(code).toBe(0)
    expect(issuer.received.find(({ path }) => path.endsWith('/token'))?.body).toContain('client_id=me')
  })
})
