"""A chat that remembers: with a model behind an OpenAI-compatible address, or without one, from memory alone.

    python examples/chat_loop.py                              a short chat played by itself
    python examples/chat_loop.py --talk --path ana.kgmem      talk to it; an empty line ends the chat
    KGMEM_LLM_KEY=... python examples/chat_loop.py --talk --url https://api.openai.com/v1 --model gpt-4o-mini

Without a model it answers with what memory itself answers, or says that it knows nothing.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator

from kgmem import LLM, Memory

POLICY = "You are a helpful assistant. Use what is remembered where it bears on the question; say so when nothing does."
PLAYED = (
    "I moved to Porto last month, I work at the aquarium now.",
    "My sister Flora is allergic to peanuts.",
    "Thanks!",
    "Where do I live?",
    "What is Flora allergic to?",
    "What is Flora's phone number?",
)


def typed() -> Iterator[str]:
    while line := input("you: ").strip():
        yield line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--talk", action="store_true", help="read what you type instead of the chat below")
    parser.add_argument("--path", help="the memory's folder; one that is thrown away without it")
    parser.add_argument("--url", help="of an OpenAI-compatible server, as http://localhost:11434/v1")
    parser.add_argument("--model", default="gpt-4o-mini")
    args = parser.parse_args()
    llm = LLM(args.url, args.model, api_key=os.environ.get("KGMEM_LLM_KEY")) if args.url else None
    with tempfile.TemporaryDirectory() as folder, Memory.open(args.path or f"{folder}/chat.kgmem", llm=llm) as memory:
        chat = memory.session("chat", user="Ana", assistant="Kim", policy=POLICY, max_tokens=1000)
        for line in typed() if args.talk else PLAYED:
            if not args.talk:
                print(f"you: {line}")
            chat.user(line)
            messages = chat.messages()
            if llm is not None:
                reply = llm.chat(messages, kind="chat")
            elif line.endswith("?"):
                memory.read_pending(session=chat.name)  # so that facts of a moment ago are known as facts
                found = memory.recall(line, asker="Ana")
                known = found.answers and not found.abstain
                reply = found.answers[0].value if known else "I do not know that."
            else:
                reply = "I will remember that."
            chat.assistant(reply)
            print(f"kim: {reply}   ({messages.tokens} tokens for a model, {len(chat.turns())} turns)")
        chat.end(wait=None)
        print("known now:", "; ".join(fact.text for fact in memory.facts("Ana")))


if __name__ == "__main__":
    main()
