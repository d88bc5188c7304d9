from tests.support.stores import postgres, queue, store_url

__all__ = ["postgres", "queue", "store_url"]
