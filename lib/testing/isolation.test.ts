import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('a test file that replaces a module, or says why it is isolated, is called so, and only such a file loads everything for itself', () => {
  const files = ['lib', 'components', 'scripts', 'e2e'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `${folder}/${file}`),
  )
  const replaces = (file: string) => /^\s*vi\.(mock|doMock)\(|^\/\*\* Isolated: /m.test(readFileSync(file, 'utf8'))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter(replaces).sort()).toEqual(files.filter((file) => file.endsWith('.mocked.test.ts')).sort())
})
