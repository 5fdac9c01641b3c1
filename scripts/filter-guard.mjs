import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { ROOT } from './root.mjs'

/**
 * PocketBase evaluates a filter with the superuser's rights, so a text from outside in one reads whatever it likes.
 * `lib/core/ground/ports/filter.ts` alone makes filters; this finds code that makes one itself.
 */
const folders = ['app', 'components', 'lib', 'pb_hooks', 'scripts']
/** Makes filters, of values that it verifies. */
const maker = 'lib/core/ground/ports/filter.ts'
/** May name the parameter of a query: the storage client, and the reader of what visitors ask without any rights. */
const senders = ['lib/adapters/pocketbase/client/list-records.ts', 'lib/core/scoreboard/reading/read-query.ts']
const source = /\.(ts|tsx|js|mjs)$/
/** Tests and their tools ask PocketBase as they like: nothing of theirs is reached from outside. */
const exempt = /\.(test|spec|examples)\.tsx?$|\.d\.m?ts$|^lib\/testing\//

/** Methods of PocketBase's SDK that take a filter in a text or in options. */
const sdkReads = ['getFirstListItem', 'getFullList', 'getList']

/**
 * Where a file makes a filter itself: the line, and what is wrong with it.
 * @param {string} path relative to the root @param {string} text @returns {{ line: number, problem: string }[]}
 */
export function handMadeFilters(path, text) {
  const file = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  )
  /** @type {{ line: number, problem: string }[]} */
  const found = []
  /** @param {ts.Node} node @param {string} problem */
  const report = (node, problem) =>
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, problem })

  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const name = calledName(node)
      const [first] = node.arguments
      if (name !== null && /ByFilter$/.test(name))
        report(node, `${name} puts values into a filter's text: bind them to SQL.`)
      if (name !== null && sdkReads.includes(name)) report(node, `${name} of the SDK: use list-records.ts.`)
      if (name === 'filter' && (isText(first) || ofSdk(node.expression)))
        report(node, 'filter of the SDK writes JSON, which PocketBase does not unquote: use filterOf.')
      if ((name === 'set' || name === 'append') && first && isNamed(first, 'filter') && !senders.includes(path))
        report(node, 'A filter is sent by list-records.ts.')
    }
    if (ts.isPropertyAssignment(node) && isNamed(node.name, 'filter') && isText(node.initializer))
      report(node, 'A filter written by hand: use filterOf.')
    if (ts.isVariableDeclaration(node) && /filter$/i.test(node.name.getText(file)) && isQuery(node.initializer))
      report(node, 'A filter written by hand: use filterOf.')
    if (inAddress(node)) report(node, 'A filter in an address: use list-records.ts.')
    if ((ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && node.type.getText(file) === 'Filter')
      report(node, 'A text that is called a filter: use filterOf.')
    ts.forEachChild(node, visit)
  }
  if (path !== maker) visit(file)
  return found
}

/** @param {ts.CallExpression} call */
function calledName({ expression }) {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text
  if (ts.isElementAccessExpression(expression) && ts.isStringLiteralLike(expression.argumentExpression))
    return expression.argumentExpression.text
  return ts.isIdentifier(expression) ? expression.text : null
}

/** @param {ts.Expression} expression whether it is a member of what is called `sdk` or `pb` */
const ofSdk = (expression) =>
  (ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)) &&
  /(^|\.)(sdk|pb)$/.test(expression.expression.getText())

/** @param {ts.Node} node @param {string} name */
const isNamed = (node, name) => (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === name

/** @param {ts.Node | undefined} node a text, or one put together @returns {boolean} */
const isText = (node) =>
  node !== undefined &&
  (ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    (ts.isParenthesizedExpression(node) && isText(node.expression)) ||
    (ts.isConditionalExpression(node) && (isText(node.whenTrue) || isText(node.whenFalse))) ||
    (ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
      (isText(node.left) || isText(node.right))))

/** @param {ts.Node | undefined} node a text that compares something @returns {boolean} */
const isQuery = (node) => node !== undefined && isText(node) && /[=~<>]/.test(node.getText())

/** @param {ts.Node} node whether it is a part of an address that is followed by a filter */
const inAddress = (node) =>
  (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node)) &&
  /[?&]filter=/.test(node.text)

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => source.test(path) && !exempt.test(path))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = folders
    .flatMap(filesIn)
    .flatMap((path) =>
      handMadeFilters(path, readFileSync(join(ROOT, path), 'utf8')).map(
        ({ line, problem }) => `${path}:${line} ${problem}`,
      ),
    )
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
