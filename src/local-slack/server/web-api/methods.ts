import { renameSession, setSessionStatus } from './agent-sessions.ts';
import { setSuggestedPrompts, setThreadStatus, setThreadTitle } from './assistant-threads.ts';
import { validateBlocks } from './blocks-validate.ts';
import { deleteMessage, getPermalink, updateMessage } from './chat-change.ts';
import { postChatMessage, postEphemeral } from './chat-post.ts';
import { appendStream, startStream, stopStream } from './chat-stream.ts';
import { conversationHistory, conversationReplies } from './conversation-messages.ts';
import { botConversations, conversationInfo, conversationMembers, openConversation } from './conversations.ts';
import { authTest, botInfo, groupMembers, listTeams, openConnection, teamInfo, userInfo } from './directory.ts';
import { fileInfo } from './file-info.ts';
import { askUploadUrl, completeUpload } from './file-methods.ts';
import { type Method, method, type ScopeNeed, scope } from './method.ts';
import { exchangeCode, revokeToken } from './oauth.ts';
import { addReaction } from './reactions.ts';
import { openView, publishView, pushView, updateView } from './view-methods.ts';

const WRITE = scope('chat:write');
const READ: { readonly scope: ScopeNeed } = { scope: { kind: 'by-channel', verb: 'read' } };
const HISTORY: { readonly scope: ScopeNeed } = { scope: { kind: 'by-channel', verb: 'history' } };

/** Every method of the workspace, with its rate tier, scope and required arguments as Slack's reference pages have them. */
export const METHODS: ReadonlyMap<string, Method> = new Map([
  ['agents.sessions.rename', method(3, renameSession, { ...WRITE, required: ['channel_id', 'title'] })],
  ['agents.sessions.setStatus', method(3, setSessionStatus, { ...WRITE, required: ['channel_id', 'status'] })],
  ['apps.connections.open', method(3, openConnection, { token: 'app' })],
  [
    'assistant.threads.setStatus',
    method('special', setThreadStatus, { ...WRITE, required: ['channel_id', 'thread_ts'] }),
  ],
  [
    'assistant.threads.setSuggestedPrompts',
    method(3, setSuggestedPrompts, { ...scope('assistant:write'), required: ['channel_id', 'prompts'] }),
  ],
  [
    'assistant.threads.setTitle',
    method(3, setThreadTitle, { ...scope('assistant:write'), required: ['channel_id', 'thread_ts', 'title'] }),
  ],
  ['auth.revoke', method(3, revokeToken, { aboutToken: true })],
  ['auth.teams.list', method(2, listTeams, { aboutToken: true })],
  ['auth.test', method('special', authTest, { aboutToken: true })],
  ['blocks.validate', method(4, validateBlocks)],
  ['bots.info', method(3, botInfo, scope('users:read'))],
  ['chat.appendStream', method(4, appendStream, { ...WRITE, required: ['channel', 'ts'] })],
  ['chat.delete', method(3, deleteMessage, { ...WRITE, required: ['channel', 'ts'] })],
  ['chat.getPermalink', method('special', getPermalink, { required: ['channel', 'message_ts'] })],
  ['chat.postEphemeral', method(4, postEphemeral, { ...WRITE, required: ['channel', 'user'] })],
  ['chat.postMessage', method('special', postChatMessage, { ...WRITE, required: ['channel'], posts: true })],
  ['chat.startStream', method(2, startStream, { ...WRITE, required: ['channel'] })],
  ['chat.stopStream', method(2, stopStream, { ...WRITE, required: ['channel', 'ts'] })],
  ['chat.update', method(3, updateMessage, { ...WRITE, required: ['channel', 'ts'] })],
  ['conversations.history', method(3, conversationHistory, { ...HISTORY, required: ['channel'] })],
  ['conversations.info', method(3, conversationInfo, { ...READ, required: ['channel'] })],
  ['conversations.members', method(4, conversationMembers, { ...READ, required: ['channel'] })],
  ['conversations.open', method(3, openConversation, scope('im:write'))],
  ['conversations.replies', method(3, conversationReplies, { ...HISTORY, required: ['channel', 'ts'] })],
  ['files.completeUploadExternal', method(4, completeUpload, { ...scope('files:write'), required: ['files'] })],
  [
    'files.getUploadURLExternal',
    method(4, askUploadUrl, { ...scope('files:write'), required: ['filename', 'length'] }),
  ],
  ['files.info', method(4, fileInfo, { ...scope('files:read'), required: ['file'] })],
  ['oauth.v2.access', method(4, exchangeCode, { token: 'none' })],
  [
    'reactions.add',
    method(3, addReaction, { ...scope('reactions:write'), required: ['channel', 'timestamp', 'name'] }),
  ],
  ['team.info', method(3, teamInfo, scope('team:read'))],
  ['usergroups.users.list', method(2, groupMembers, { ...scope('usergroups:read'), required: ['usergroup'] })],
  ['users.conversations', method(3, botConversations, READ)],
  ['users.info', method(4, userInfo, { ...scope('users:read'), required: ['user'] })],
  ['views.open', method(4, openView, { required: ['view'] })],
  ['views.publish', method(4, publishView, { required: ['user_id', 'view'] })],
  ['views.push', method(4, pushView, { required: ['view'] })],
  ['views.update', method(4, updateView, { required: ['view'] })],
]);
