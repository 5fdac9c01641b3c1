import { createSocket } from 'node:dgram'
import { accessSync, constants, statSync } from 'node:fs'
import { createServer, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { delimiter, join } from 'node:path'
import { rootPageUrl } from './settings.mjs'
import { Stop } from './terminal.mjs'

/** The quiet zone: light modules around the code, which scanners need to find it. ISO/IEC 18004 */
const QUIET_ZONE = 4

/** Black on bright white, regardless of the terminal's colours. */
const INK = '\u001b[30;107m'

const RESET = '\u001b[0m'

/**
 * Draws a QR code with half blocks, two rows of modules per line. Loads its package lazily, because it may not be
 * installed yet.
 * @param {string} text @param {{ colours: boolean }} options `colours: false` draws for a file: dark modules are blocks
 * @returns {Promise<string[]>} lines
 */
export async function terminalQr(text, { colours }) {
  const { create } = await import('qrcode')
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const isDark = (/** @type {number} */ x, /** @type {number} */ y) =>
    x >= 0 && x < size && y >= 0 && y < size && data[y * size + x] === 1
  const lines = []
  for (let y = -QUIET_ZONE; y < size + QUIET_ZONE; y += 2) {
    let line = ''
    for (let x = -QUIET_ZONE; x < size + QUIET_ZONE; x++) {
      const [upper, lower] = [isDark(x, y), isDark(x, y + 1)]
      line += upper ? (lower ? '█' : '▀') : lower ? '▄' : ' '
    }
    lines.push(colours ? `${INK}${line}${RESET}` : line)
  }
  return lines
}

/**
 * `npm start -- --phone`: https in the local network with a certificate under the test root of the installation. The
 * root is served over plain http, because a phone cannot fetch over https the certificate that makes it trust that
 * https. See docs/decisions/0016-a-phone-trusts-the-test-root.md.
 *
 * @typedef {{ env: { HOST: string, BASE_URL: string, WALLET_CAPTURE_TEST_TLS: string }, others: readonly LanAddress[]
 * }} PhonePlan
 */

/**
 * Chooses the address: `HOST` if it is set, otherwise the most likely one.
 * @param {{ env: Readonly<Record<string, string | undefined>>, port: number, addresses: readonly LanAddress[] }}
 * options `addresses` of this machine, most likely first
 * @returns {PhonePlan} what to set, and the addresses that were not chosen
 * @throws {Stop} if another setting contradicts it, or there is no address
 */
export function planPhone({ env, port, addresses }) {
  for (const name of ['BASE_URL', 'TLS_CERT_FILE', 'TLS_KEY_FILE']) {
    if (env[name]?.trim()) {
      throw new Stop(`--phone makes an address and a certificate of its own: unset ${name}, or start without --phone.`)
    }
  }
  const wanted = env.HOST?.trim() ?? ''
  if (/^(127\.|::1$|localhost$)/i.test(wanted)) {
    throw new Stop(`HOST is ${wanted}, which no phone reaches: unset it, or set it to an address of this machine.`)
  }
  const everywhere = wanted === '0.0.0.0' || wanted === '::'
  const [likeliest] = addresses
  const address = wanted === '' || everywhere ? likeliest?.address : wanted
  if (address === undefined) {
    throw new Stop(
      'This machine has no address in a local network: join the network that the phone is in, or use a tunnel as docs/phone.md says.',
    )
  }
  const host = isIP(address) === 6 ? `[${address}]` : address
  return {
    env: {
      HOST: everywhere ? wanted : address,
      BASE_URL: new URL(`https://${host}:${port}`).origin,
      WALLET_CAPTURE_TEST_TLS: 'on',
    },
    others: addresses.filter((other) => other.address !== address),
  }
}

/**
 * A free port for the page that serves the root certificate: the port after the service's if it is free, so that it
 * stays the same.
 * @param {string} host @param {number} port of the service
 */
export async function rootPagePort(host, port) {
  return (await opened(host, port + 1)) ?? (await opened(host, 0)) ?? port + 1
}

/** @param {string} host @param {number} port @returns {Promise<number | undefined>} undefined when it cannot be used */
function opened(host, port) {
  if (port > 65_535) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : undefined))
    })
  })
}

/** Programs that give a machine a public https address. */
const TUNNELS = ['cloudflared', 'tailscale', 'ngrok']

/**
 * The tunnel programs on the search path. @param {string | undefined} path value of the variable @returns {string[]}
 */
export function tunnelPrograms(path) {
  const folders = (path ?? '').split(delimiter).filter((folder) => folder !== '')
  return TUNNELS.filter((name) =>
    folders.some((folder) => isProgram(join(folder, name)) || isProgram(join(folder, `${name}.exe`))),
  )
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * The lines that the terminal prints for a person with a phone.
 * @param {{ settings: Record<string, any>, others: readonly LanAddress[], tunnels: readonly string[], fingerprint:
 * string, colours: boolean }} options
 *   `fingerprint` of the root, SHA-256
 * @returns {Promise<string[]>} lines
 */
export async function phoneWords({ settings, others, tunnels, fingerprint, colours }) {
  const { baseUrl, rootPort } = settings
  const root = rootPageUrl(baseUrl, rootPort)
  const code = async (/** @type {string} */ text) => (await terminalQr(text, { colours })).map((line) => `  ${line}`)
  const again = others.map(({ name, address }) => `HOST=${address} (${name})`).join(', ')
  return [
    '  For a phone in the same network:',
    '',
    `  1. Trust the test root (once per phone). Scan this, or open ${root}`,
    ...(await code(root)),
    `  Its SHA-256 fingerprint, to compare on the phone: ${fingerprint}`,
    '',
    `  2. Open the service. Scan this, or open ${baseUrl}`,
    ...(await code(baseUrl)),
    '',
    `  The steps, and what goes wrong: ${baseUrl}/phone`,
    `  A browser on this computer warns of that address until it trusts the root too: ${root} says how.`,
    ...(again === '' ? [] : [`  Other addresses of this machine, if the phone does not reach this one: ${again}`]),
    ...(tunnels.length === 0
      ? []
      : [
          `  ${tunnels.join(', ')} ${tunnels.length === 1 ? 'is' : 'are'} installed: for a wallet that trusts public certificates only, see docs/phone.md.`,
        ]),
    '',
  ]
}

/**
 * Finds the address of this machine that a phone in the same network can most likely reach.
 *
 * @typedef {{ name: string, address: string }} LanAddress `name` of the interface
 * @typedef {NodeJS.Dict<readonly { address: string, family: string | number, internal: boolean, scopeid?: number }[]>}
 * Interfaces
 */

/** Interfaces of containers, virtual machines and tunnels: phones are not in their networks. */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vnic|lxc|lxd|cni|flannel|cali|podman|utun|tun|tap|wg|tailscale|zt|ppp|ipsec|llw|awdl|anpi|bridge|gif|stf)|vEthernet|VirtualBox|VMware|Hyper-V|WSL|Loopback|Tailscale|WireGuard/i

/** Wireless and wired network interfaces, as Linux, macOS and Windows name them. */
const CARD = /^(wl|en|eth)|wi-?fi|wlan|ethernet/i

/**
 * Every address that may be reachable from a local network, most likely first.
 * @param {Interfaces} interfaces from `os.networkInterfaces()`
 * @param {string | undefined} routed this machine's address on its default route
 * @returns {LanAddress[]}
 */
export function lanAddresses(interfaces, routed) {
  return Object.entries(interfaces)
    .flatMap(([name, addresses = []]) => addresses.map(({ address, internal }) => ({ name, address, internal })))
    .filter(({ address, internal }) => !internal && !isLinkLocal(address))
    .map(({ name, address }) => ({ name, address, rank: rank(name, address, routed) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ name, address }) => ({ name, address }))
}

/** @param {string} name @param {string} address @param {string | undefined} routed */
function rank(name, address, routed) {
  const points = [
    [!VIRTUAL.test(name), 16],
    [isIP(address) === 4, 8],
    [address === routed, 4],
    [isPrivate(address), 2],
    [CARD.test(name), 1],
  ]
  return points.reduce((sum, [given, worth]) => sum + (given ? Number(worth) : 0), 0)
}

/** Link-local addresses, usually assigned because no DHCP server answered. @param {string} address */
function isLinkLocal(address) {
  return /^(169\.254\.|fe[89ab])/i.test(address)
}

/** @param {string} address */
function isPrivate(address) {
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd])/i.test(address)
}

/**
 * This machine's own address on its default route; undefined without one. Connecting a datagram socket consults the
 * routing table without sending anything; the destination is reserved for documentation (RFC 5737).
 * @returns {Promise<string | undefined>}
 */
export function routedAddress() {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    const done = (/** @type {string | undefined} */ address) => {
      socket.close()
      resolve(address)
    }
    socket.once('error', () => done(undefined))
    socket.connect(9, '203.0.113.1', () => done(socket.address().address))
  })
}

/** This machine's addresses for a phone, most likely first. @returns {Promise<LanAddress[]>} */
export async function ownLanAddresses() {
  return lanAddresses(networkInterfaces(), await routedAddress())
}
