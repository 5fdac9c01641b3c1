import { createSocket } from 'node:dgram'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

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
