import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { ProtocolSettings } from '@/lib/core/shared/ports/settings'
import { resultsKey, runningCode } from './results-key'

const folder = mkdtempSync(join(tmpdir(), 'code-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('another program is other code, and no bundle is none that is known', () => {
  const program = join(folder, 'server.mjs')
  const codes = ['console.log(1)', 'console.log(2)', 'console.log(1)'].map((text) => {
    writeFileSync(program, text)
    return runningCode(program)
  })
  expect(codes[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(codes[2]).toBe(codes[0])
  expect(codes[1]).not.toBe(codes[0])
  expect(runningCode()).toBeNull()
})

it('results are of their code and of each setting, scopes among them', () => {
  const settings = {
    baseUrl: 'https://one.example',
    scopeAliases: new Map([['pid', {}]]),
  } as unknown as ProtocolSettings
  const key = resultsKey('code', settings)
  expect(resultsKey('code', { ...settings })).toBe(key)
  expect(resultsKey(null, settings)).toBeNull()
  const others = [
    resultsKey('other', settings),
    resultsKey('code', { ...settings, baseUrl: 'https://two.example' }),
    resultsKey('code', { ...settings, scopeAliases: new Map() }),
  ]
  expect(new Set([key, ...others]).size).toBe(4)
})
