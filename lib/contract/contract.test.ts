import { readdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RouteHandlers } from '@/lib/server/http/route'
import { findRoute } from '@/lib/server/http/router'
import { routes } from '@/lib/server/http/routes'
import { covers } from '@/lib/testing/covers'
import { contractEntry, type OperationId, operationIds } from './contract'
import { pathsOf } from './contract-entry'

const root = fileURLToPath(new URL('../../app/(protocol)/', import.meta.url))

describe('the contract', () => {
  /** Path of a folder below `app/(protocol)`, mapped to the exports of its `route.ts`. */
  const files = new Map<string, RouteHandlers>()
  beforeAll(async () => {
    const all = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
    for (const file of all.filter((one) => one.endsWith('/route.ts')))
      files.set(pathOf(file), await import(/* @vite-ignore */ pathToFileURL(`${root}${file}`).href))
  })

  it('has one route file for each of its paths, and no route file without a path', () => {
    const paths = new Set(operationIds.flatMap(pathsAt))
    expect([...files.keys()].sort()).toEqual([...paths].sort())
  })

  it('is bound by each route file under the path of that file, in each of its handlers', () => {
    for (const [path, { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS }] of files)
      for (const handler of [GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS])
        expect([path, handler.route.path]).toEqual([path, path])
  })

  it('has each operation answered by exactly one route file, at the path and by the method of the operation', () => {
    const answered = [...files].flatMap(([path, { GET }]) => GET.route.operations.map((operation) => [operation, path]))
    const declared = operationIds.flatMap((operation) => pathsAt(operation).map((path) => [operation, path]))
    expect(answered.sort()).toEqual(declared.sort())
  })

  it('is answered by our own server with what those files export', () => {
    const own = new Map(routes.map(({ GET }) => [GET.route.path as string, GET.route]))
    expect(routes).toHaveLength(own.size)
    expect([...own.keys()].sort()).toEqual([...files.keys()].sort())
    for (const operation of operationIds) {
      const { method, path, doorPath } = contractEntry(operation)
      const found = findRoute(method, path.replaceAll(/[{}]/g, ''))
      expect(found).toMatchObject({ kind: 'operation', operation })
      for (const at of pathsAt(operation))
        expect(files.get(at)?.GET.route.find(method, {})).toMatchObject({
          operation,
          // At the address of a workbench, the endpoint finds its session first.
          ...(at === doorPath ? {} : { endpoint: found.kind === 'operation' && found.endpoint }),
        })
    }
  })

  it('requires the issuer configuration to exist for each path that names one, and for no other path', () => {
    for (const operation of operationIds) {
      const { path, underIssuer } = contractEntry(operation)
      expect([path, underIssuer]).toEqual([path, /\{(issuerConfigurationId|labId)\}/.test(path)])
    }
  })

  it('has each operation under an issuer at the issuer of a session too, and no other one', () => {
    for (const operation of operationIds) {
      const { path, labPath, underIssuer } = contractEntry(operation)
      expect([path, labPath !== undefined]).toEqual([path, underIssuer && !path.includes('{labId}')])
      const own = pathsAt(operation)
        .slice(1)
        .filter((one) => !one.startsWith('/d/'))
      for (const one of own) expect(one).toMatch(/^(\/\.well-known\/[\w-]+)?\/lab\/\{labId\}(\/|$)/)
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

  covers('A9.2')
  it('has no version segment in any path', () => {
    for (const operation of operationIds) expect(contractEntry(operation).path).not.toMatch(/\/v\d/)
  })
})

/** Every path of an operation. */
const pathsAt = (operation: OperationId): readonly string[] => pathsOf(contractEntry(operation))

const pathOf = (file: string): string =>
  `/${file
    // A folder with an underscore is none of the path: the path itself has a page of Next.
    .replace(/(?:\/_interface)?\/route\.ts$/, '')
    .replaceAll('[', '{')
    .replaceAll(']', '}')}`
