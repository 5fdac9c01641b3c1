import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../command'
import { type ScriptedVerifier, startScriptedVerifier } from '../testing/scripted-verifier'
import { createTrustWorld, type TrustWorld } from '../testing/trust-maker'
import { createTrustMemory, openTrustMemory } from './trust-context'

const directory = mkdtempSync(join(tmpdir(), 'wallet-trust-'))
const stateFile = join(directory, 'state.json')
const operatorFile = join(directory, 'operator.pem')
const emptyFile = join(directory, 'empty.pem')
const accessFile = join(directory, 'access.pem')
let world: TrustWorld
let verifier: ScriptedVerifier
beforeAll(async () => {
  world = await createTrustWorld(Date.now())
  verifier = await startScriptedVerifier({
    // The verifier serves the lists.
    answer: ({ path }) => {
      const body = world.documents.get(`https://trust.example${path}`)
      return body === undefined ? null : { status: 200, body: body.toString() }
    },
  })
  writeFileSync(operatorFile, `${world.strangerOperator.certificate}\n${world.operator.certificate}`)
  writeFileSync(accessFile, verifier.attester.rootPem)
  writeFileSync(emptyFile, 'no certificate')
})
afterAll(async () => {
  await verifier.close()
  rmSync(directory, { recursive: true })
})

const call = async (...argv: string[]) => {
  const printed: string[] = []
  const complaints: string[] = []
  const code = await runCommand([verifier.newSession(), '--foreign', ...argv], {
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
  })
  return { code, printed, complaints }
}

describe('the wallet command that evaluates trust', () => {
  afterEach(() => rmSync(stateFile, { force: true }))

  it('warns, and says of what, then presents', async () => {
    const { code, printed } = await call('--access-ca', accessFile)
    expect(code).toBe(0)
    expect(printed.slice(-4)).toEqual([
      'Warned: the wallet told its user what is wrong with the verifier, and went on.',
      '  access_no_policy: The access certificate has no policy of access certificates',
      '  registration_missing: There is no registration certificate',
      'Presented for pid: dc+sd-jwt urn:eudi:pid:1, with family_name',
    ])
  })

  it('refuses where it is told to', async () => {
    const { code, printed } = await call('--access-ca', accessFile, '--trust-policy', 'refuse')
    expect(code).toBe(1)
    expect(printed).toContain('Found wrong:')
    expect(printed.at(-2)).toBe('Declined: access_denied')
  })

  it('reads lists below an address, and keeps their sequence numbers in a file', async () => {
    const base = `${verifier.origin}/lists/`
    const { printed } = await call('--trust-lists', base, '--list-operator', operatorFile, '--trust-state', stateFile)
    expect(printed).toContain(
      '  access_untrusted: The access certificate is by an authority that the wallet does not trust',
    )
    expect(JSON.parse(readFileSync(stateFile, 'utf8'))).toEqual({
      [`${verifier.origin}/lists/access-certificate-providers.jwt`]: 7,
      [`${verifier.origin}/lists/registration-certificate-providers.jwt`]: 7,
    })
  })

  it.each([
    [['--trust-policy', 'refuse'], /^The wallet needs --trust-lists, or/],
    [['--registered-only'], /^The wallet needs --trust-lists, or/],
    [['--trust-policy', 'ask', '--access-ca', 'x'], /^--trust-policy is one of warn, refuse\.$/],
    [['--trust-lists', 'lists', '--list-operator', 'operator.pem'], /^--trust-lists is the address of lists\.$/],
    [['--trust-lists', 'https://a.example'], /^--trust-lists needs --list-operator/],
    [['--list-operator', 'operator.pem'], /^--trust-lists is the address of lists\.$/],
    [['--access-ca', 'empty.pem'], /holds no certificate in PEM\.$/],
    [['--registrar-ca', '/no/such/file'], /cannot be read\.$/],
  ])('ends with 2 when it does not understand %j', async (argv, complaint) => {
    const { code, complaints } = await call(
      ...argv.map((word) => (word.endsWith('.pem') ? join(directory, word) : word)),
    )
    expect(code).toBe(2)
    expect(complaints[0]).toMatch(complaint)
  })
})

describe('the memory of lists', () => {
  it('starts anew with a file that holds something else, and forgets the oldest of very many', () => {
    writeFileSync(stateFile, '{"a":-1,"b":"1","c":3}')
    const memory = openTrustMemory(stateFile)
    expect(['a', 'b', 'c'].map(memory.sequenceOf)).toEqual([null, null, 3])
    const many = createTrustMemory()
    for (let index = 0; index < 201; index += 1) many.learn(`list ${index}`, 1)
    expect([many.sequenceOf('list 0'), many.sequenceOf('list 200')]).toEqual([null, 1])
  })

  it('never learns a lower number', () => {
    const memory = createTrustMemory({ list: 5 })
    memory.learn('list', 4)
    expect(memory.sequenceOf('list')).toBe(5)
  })
})
