import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['app', 'components', 'docs', 'lib', 'pb_hooks', 'pb_migrations', 'public', 'scripts']
const readable = /\.(ts|tsx|mjs|js|json|md|css|csv|svg)$/

/**
 * Every long word of the sources below `root`. A word that is in none of them and does not look like a word counts as
 * random; without the list, long identifiers would count as tokens.
 */
export function wordsOfSources(root: string): ReadonlySet<string> {
  const words = new Set<string>()
  const walk = (path: string): void => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path)) walk(join(path, name))
    else if (readable.test(path))
      for (const [word] of readFileSync(path, 'utf8').matchAll(/[A-Za-z0-9_-]{6,}/g)) words.add(word)
  }
  for (const folder of folders) walk(join(root, folder))
  return words
}
