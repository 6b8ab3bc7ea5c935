import { BlockList, isIP } from 'node:net';

/** IPv4 that is not the public internet: IANA special-purpose registry, multicast and reserved space. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT, and a metadata address of one cloud
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, and the metadata address of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Parts of global unicast IPv6 that carry an IPv4 address inside, or are reserved. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
/** All other IPv6 is loopback, unique local, link-local, multicast, mapped, translated or unassigned. */
const GLOBAL_UNICAST_V6 = '2000::/3';

const notPublicV4 = blockList(NOT_PUBLIC_V4, 'ipv4');
const notPublicV6 = blockList(NOT_PUBLIC_V6, 'ipv6');
const globalUnicastV6 = blockList([GLOBAL_UNICAST_V6], 'ipv6');

/** Whether an IP address is one of the public internet. What is no IP address is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublicV4.check(address, 'ipv4');
    case 6:
      return globalUnicastV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
    default:
      return false;
  }
}

function blockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}
