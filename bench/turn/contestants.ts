import { existsSync } from 'node:fs';

export interface ContestantEntry {
  readonly name: string;
  readonly title: string;
  readonly script: URL;
  /** Packages whose versions a result names; empty for our own code. */
  readonly packages: readonly string[];
}

export const ours: ContestantEntry = {
  name: 'countersign',
  title: 'Countersign',
  script: new URL('./countersign/main.ts', import.meta.url),
  packages: [],
};

const PEERS = new URL('./peers/', import.meta.url);
const peer = (file: string): URL => new URL(file, PEERS);

/** In the order of the table. Their scripts are plain JavaScript: what they import is installed only for this bench. */
export const peers: readonly ContestantEntry[] = [
  {
    name: 'ai-sdk',
    title: 'AI SDK',
    script: peer('ai-sdk.mjs'),
    packages: ['ai'],
  },
  {
    name: 'openai-agents',
    title: 'OpenAI Agents',
    script: peer('openai-agents.mjs'),
    packages: ['@openai/agents'],
  },
  {
    name: 'langchain',
    title: 'LangChain',
    script: peer('langchain.mjs'),
    packages: ['langchain', '@langchain/langgraph', '@langchain/langgraph-checkpoint-sqlite'],
  },
  {
    name: 'mastra',
    title: 'Mastra',
    script: peer('mastra.mjs'),
    packages: ['@mastra/core', '@mastra/libsql'],
  },
];

const INSTALLED = new URL('node_modules/', PEERS);

export const peersAreInstalled = (): boolean => existsSync(INSTALLED);

export const installPeers = 'npm ci --prefix bench/turn/peers';
