import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shareChunks } from './share-chunks.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chunks-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const chunk = (name: string, says = 'one module') =>
  `module.exports = [\n74282, (() => '${says}, with text enough to be worth a line of its own'),\n];\n\n//# sourceMappingURL=${name}.map`

test('a copy names the first chunk and gives the same modules', () => {
  write('[root]_b.js', chunk('[root]_b.js'))
  write('[root]_a.js', chunk('[root]_a.js'))
  expect(shareChunks(folder)).toBe(1)
  expect(read('[root]_a.js')).toBe(chunk('[root]_a.js'))
  expect(read('[root]_b.js')).toBe('module.exports = require("./[root]_a.js")\n')
  const load = createRequire(join(folder, 'x.js'))
  expect(load('./[root]_b.js')).toBe(load('./[root]_a.js'))
  expect(load('./[root]_b.js')[1]()).toMatch(/^one module/)
})

test('chunks with other modules, files that are no chunks, and lines of an earlier run stay', () => {
  write('a.js', chunk('a.js'))
  write('b.js', chunk('b.js', 'another'))
  write('runtime.js', 'globalThis.loaded = true')
  write('second-runtime.js', 'globalThis.loaded = true')
  write('c.json', chunk('a.js'))
  expect(shareChunks(folder)).toBe(0)
  expect(read('b.js')).toBe(chunk('b.js', 'another'))
  expect(read('second-runtime.js')).toBe('globalThis.loaded = true')
  write('d.js', chunk('d.js'))
  expect([shareChunks(folder), shareChunks(folder)]).toEqual([1, 0])
})
