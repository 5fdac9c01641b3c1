import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readScopeAliases } from './scope-aliases'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wallet-capture-aliases-'))
})
afterAll(() => rm(directory, { recursive: true }))

const written = async (content: unknown): Promise<string> => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  await writeFile(join(directory, 'scope-aliases.json'), text)
  return directory
}
const query = { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }] }

describe('the queries of scope aliases', () => {
  it('are those in the file, or none without it', async () => {
    expect(await readScopeAliases(join(directory, 'elsewhere'))).toEqual(new Map())
    expect(await readScopeAliases(await written({ 'com.example.pid': query }))).toEqual(
      new Map([['com.example.pid', query]]),
    )
  })

  it.each(['[]', 'x', '1', 'null'])('stop the start with one sentence when the file is %s', async (text) => {
    await expect(readScopeAliases(await written(text))).rejects.toThrow(/must be a JSON object of DCQL queries/)
  })

  it.each(['openid', 'two words', '', 'quo"te'])('are refused under the scope %j', async (scope) => {
    await expect(readScopeAliases(await written({ [scope]: query }))).rejects.toThrow(/cannot be an alias for a query/)
  })

  it.each([
    [{}, '/credentials'],
    [{ credentials: [{ ...query.credentials[0], meta: {} }] }, '/credentials/0/meta/vct_values'],
    ['x', '/'],
  ])('are refused where they break the specification: %j', async (wrong, pointer) => {
    await expect(readScopeAliases(await written({ 'com.example.pid': wrong }))).rejects.toThrow(
      `the query of com.example.pid breaks the specification at ${pointer}.`,
    )
  })
})
