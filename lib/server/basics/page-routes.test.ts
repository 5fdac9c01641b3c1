import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { findRoute, wantsPage } from '../http/router'
import { isBuiltFile, isDevelopmentPath, pageRoutes } from './page-routes'

const folder = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url))
const filesIn = (name: string): string[] =>
  readdirSync(folder(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder(name).length).replaceAll('\\', '/'))

/** The path at which Next serves a file of `app/`; folders in parentheses are not part of it. */
const pathOf = (file: string): string =>
  file
    .replace(/\/[^/]+$/, '')
    .replaceAll(/\/\([^)]+\)/g, '')
    .replaceAll(/\[([^\]]+)\]/g, '{$1}') || '/'

/** Files that Next serves under their own names; to HTTP they are resources like any other (RFC 9110). */
const isMetadataFile = (file: string): boolean =>
  /^\/(favicon|icon\d?|apple-icon\d?|opengraph-image\d?|twitter-image\d?|robots|sitemap|manifest)\.\w+$/.test(file)

describe('the list of pages', () => {
  covers('D1')
  it('is what app/ and public/ contain, and nothing else', () => {
    const files = filesIn('app')
    const pages = files.filter((file) => /\/(page|route)\.tsx?$/.test(file) && !file.startsWith('/(protocol)/'))
    const served = [...pages.map(pathOf), ...files.filter(isMetadataFile), ...filesIn('public')]
    expect(pageRoutes.map(({ path }) => path).sort()).toEqual(served.sort())
  })

  it('requires the operator token wherever a path names a session, runs, a workbench, a campaign or its start, what it decided, or the ledger', () => {
    // The page that asks a wallet through the browser shows no evidence: the person with the phone has no token. The
    // list of campaigns is the same for everybody.
    const isEvidence = (path: string) =>
      !['/present/{sessionId}', '/campaigns'].includes(path) &&
      /session|runs|ledger|campaign|cases|compare|\/w\//i.test(path)
    for (const { path, evidence } of pageRoutes) expect([path, evidence]).toEqual([path, isEvidence(path)])
  })

  it('maps each of its paths to exactly one page', () => {
    for (const page of pageRoutes)
      for (const method of page.methods)
        expect(findRoute(method, page.path.replaceAll(/[{}]/g, ''), true)).toEqual({ kind: 'page', page })
  })

  it('names the right method for a wrong one', () => {
    for (const { path, methods } of pageRoutes.filter(({ shared }) => !shared))
      expect(findRoute('DELETE', path.replaceAll(/[{}]/g, ''))).toMatchObject({ kind: 'miss', allow: methods })
    expect(findRoute('POST', '/_next/static/chunks/a.js')).toMatchObject({ kind: 'miss', allow: ['GET', 'HEAD'] })
  })
})

describe('a page at an address of the interface', () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const asked = (method: string, headers: { accept?: string; rsc?: string }, path = '/campaigns') =>
    findRoute(method, path, wantsPage(headers)).kind

  it('is for who prefers html, and for Next’s own client; every other request is one of the interface', () => {
    for (const headers of [{ accept: browser }, { accept: 'text/html' }, { rsc: '1', accept: '*/*' }])
      expect([asked('GET', headers), asked('HEAD', headers)]).toEqual(['page', 'page'])
    for (const accept of ['', '*/*', 'application/json', 'application/json, text/html', 'text/html;q=0.5, */*'])
      expect([accept, asked('GET', { accept })]).toEqual([accept, 'operation'])
    expect(asked('GET', {})).toBe('operation')
    expect(asked('POST', { accept: browser })).toBe('operation')
    for (const path of ['/campaigns/', '/campaigns/none', '//campaigns'])
      expect([path, asked('GET', { accept: browser }, path)]).not.toEqual([path, 'page'])
  })
})

describe('isBuiltFile', () => {
  it.each(['/_next/static/chunks/37l05493u6_f9.css', '/_next/static/media/a~b-c.woff2'])('takes %s', (path) => {
    expect(isBuiltFile(path)).toBe(true)
    expect(findRoute('GET', path).kind).toBe('page')
  })

  it.each([
    '/_next/static',
    '/_next/static/',
    '/_next/static//a.js',
    '/_next/static/..%2f..%2fledger',
    '/_next/static/%2e%2e/ledger',
    '/_next/data/static/x.js',
    '/_next/image',
    '/x/_next/static/a.js',
  ])('leaves %s out', (path) => {
    expect(isBuiltFile(path)).toBe(false)
    expect(findRoute('GET', path).kind).toBe('miss')
  })
})

describe('isDevelopmentPath', () => {
  it.each(['/_next/webpack-hmr', '/_next/static/chunks/app_(site)_%5Bid%5D.js', '/__nextjs_original-stack-frames'])(
    'takes %s',
    (path) => {
      expect(isDevelopmentPath(path)).toBe(true)
    },
  )

  it.each(['/_next/data/x/ledger.json', '/_next/image', '/_nextjs', '/ledger', '/x/__nextjs_y'])(
    'leaves %s out',
    (path) => {
      expect(isDevelopmentPath(path)).toBe(false)
    },
  )
})
