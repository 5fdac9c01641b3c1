import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { route } from '@/lib/server/http/router'
import { endpoints } from '@/lib/server/wiring/endpoints'
import { contractEntry, operationIds } from './contract'

const root = fileURLToPath(new URL('../../app/(protocol)/', import.meta.url))

describe('the contract', () => {
  it('has one route file for each of its paths, and no route file without a path', () => {
    const files = readRoutes()
    const paths = new Set(operationIds.map((operation) => contractEntry(operation).path))
    expect([...files.keys()].sort()).toEqual([...paths].sort())
  })

  it('is bound by each route file under the path of that file', () => {
    for (const [path, text] of readRoutes())
      expect(text.replaceAll(/\s/g, '').replace("',)", "')")).toContain(`handlers('${path}')`)
  })

  it('has an endpoint for each operation, and the router finds it', () => {
    for (const operation of operationIds) {
      const { method, path } = contractEntry(operation)
      expect(endpoints[operation]).toBeDefined()
      expect(route(method, path.replaceAll(/[{}]/g, ''))).toMatchObject({ kind: 'operation', operation })
    }
  })

  it('requires the issuer configuration to exist for each path that names one, and for no other path', () => {
    for (const operation of operationIds) {
      const { path, underIssuer } = contractEntry(operation)
      expect([path, underIssuer]).toEqual([path, path.includes('{issuerConfigurationId}')])
    }
  })

  it('lets pages of other origins read what wallets request, and nothing that requires a key or token', () => {
    for (const operation of operationIds) {
      const { path, area, auth, cors, anyHost } = contractEntry(operation)
      if (area === 'wallet') expect([path, cors, anyHost]).toEqual([path, true, true])
      if (auth === 'operator' || auth === 'admin')
        expect([path, area, cors, anyHost]).toEqual([path, 'tester', false, false])
    }
  })

  it('has no version segment in any path', () => {
    for (const operation of operationIds) expect(contractEntry(operation).path).not.toMatch(/\/v\d/)
  })
})

function readRoutes(): Map<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('route.ts'))
  return new Map(
    files.map((file) => [
      `/${file
        .replaceAll('\\', '/')
        .replace(/\/route\.ts$/, '')
        .replaceAll('[', '{')
        .replaceAll(']', '}')}`,
      readFileSync(`${root}${file}`, 'utf8'),
    ]),
  )
}
